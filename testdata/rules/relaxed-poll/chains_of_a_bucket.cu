// Threads push records to chains while others of the same kernel walk them. The
// word that is exchanged holds a pointer: what it is compared with is taken by
// reference, and is that pointer, not what it leads to.
#include <cuda/atomic>

struct Entry {
  int name;
  float mass;
  Entry *rest;
};
using First = cuda::atomic_ref<Entry *, cuda::thread_scope_device>;

__device__ void link(Entry **chain, Entry *entry) {
  First first(*chain);
  Entry *seen = first.load(cuda::memory_order_relaxed);
  do {
    entry->rest = seen;
  } while (!first.compare_exchange_weak(seen, entry, cuda::memory_order_release,
                                        cuda::memory_order_relaxed));
}

__device__ float weigh(Entry **chain, int name) {
  Entry *at = First(*chain).load(cuda::memory_order_relaxed); // expect: relaxed-poll
  for (; at; at = at->rest)
    if (at->name == name)
      return at->mass;
  return 0;
}

__device__ float weighBehindAcquire(Entry **chain, int name) {
  Entry *at = First(*chain).load(cuda::memory_order_acquire); // ok: relaxed-poll
  for (; at; at = at->rest)
    if (at->name == name)
      return at->mass;
  return 0;
}

__global__ void store(Entry **chains, Entry *fresh, const int *names,
                      float *masses, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int name = names[i];
  if (i % 3 == 0) {
    fresh[i].name = name;
    fresh[i].mass = 1;
    link(chains + name % 512, fresh + i);
  } else {
    masses[i] = weigh(chains + name % 512, name);
  }
}

__global__ void storeInOrder(Entry **chains, Entry *fresh, const int *names,
                             float *masses, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int name = names[i];
  if (i % 3 == 0) {
    fresh[i].name = name;
    fresh[i].mass = 1;
    link(chains + name % 512, fresh + i);
  } else {
    masses[i] = weighBehindAcquire(chains + name % 512, name);
  }
}
