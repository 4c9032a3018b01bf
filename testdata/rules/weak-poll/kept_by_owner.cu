// A template of sharing modes: one owner reads and counts by plain accesses,
// several threads share the count by atomics.
#include <cuda/atomic>

enum class Sharing { Owner, Grid };

struct Ring {
  unsigned long long sent;
  unsigned long long lines[64];
};

template <Sharing How>
__device__ unsigned long long raiseTo(unsigned long long *count,
                                      unsigned long long to) {
  if (How == Sharing::Owner) {
    unsigned long long old = *count;
    *count = old < to ? to : old;
    return old;
  }
  return cuda::atomic_ref<unsigned long long, cuda::thread_scope_device>(*count)
      .fetch_max(to, cuda::memory_order_relaxed);
}

template <Sharing How>
__device__ unsigned long long now(unsigned long long *count) {
  if (How == Sharing::Owner)
    return *count;
  return *(volatile unsigned long long *)count;
}

// Whoever has the ring alone finds its own count there: it never waits.
template <Sharing How>
__device__ void send(Ring *ring, unsigned long long from,
                     unsigned long long line) {
  while (now<How>(&ring->sent) < from) // ok: weak-poll
    ;
  ring->lines[from % 64] = line;
  __threadfence();
  raiseTo<How>(&ring->sent, from + 1);
}

__global__ void sendAlone(Ring *ring, unsigned long long from) {
  if (threadIdx.x == 0)
    send<Sharing::Owner>(ring, from, 1);
}

__global__ void sendShared(Ring *ring, unsigned long long from) {
  if (threadIdx.x == 0)
    send<Sharing::Grid>(ring, from, 2);
}

// One owner of two rings, which one it fills is decided later.
__global__ void sendToEither(Ring *first, Ring *second, int which,
                             unsigned long long from) {
  if (threadIdx.x == 0) {
    while (now<Sharing::Owner>(&first->sent) < from) // ok: weak-poll
      ;
    Ring *ring = which ? second : first;
    ring->lines[from % 64] = 4;
    __threadfence();
    raiseTo<Sharing::Owner>(&ring->sent, from + 1);
  }
}

struct Queue {
  unsigned long long sent;
  unsigned long long lines[64];
};

__global__ void fillQueue(Queue *queue, unsigned long long from) {
  if (threadIdx.x == 0) {
    queue->lines[from % 64] = 3;
    __threadfence();
    raiseTo<Sharing::Grid>(&queue->sent, from + 1);
  }
}

// The same wait by a thread that keeps no count there: others end it.
__global__ void drainQueue(Queue *queue, unsigned long long from,
                           unsigned long long *out) {
  if (threadIdx.x == 0) {
    while (now<Sharing::Owner>(&queue->sent) < from) // expect: weak-poll
      ;
    *out = queue->lines[from % 64];
  }
}
