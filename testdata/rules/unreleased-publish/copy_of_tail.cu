// A sender keeps a copy of the ring's tail, so as not to ask for it each time;
// nobody waits for that copy. What it writes for its peer is another matter.
#include <cuda/atomic>

struct Ring {
  unsigned long long *tail, *tailCopy;
  unsigned long long size;

  __device__ void makeRoom(unsigned long long number) {
    if (number >= size + *tailCopy) {
      cuda::atomic_ref<unsigned long long, cuda::thread_scope_system> t(*tail);
      unsigned long long seen;
      do {
        seen = t.load(cuda::memory_order_acquire);
      } while (number >= size + seen);
      *tailCopy = seen;
    }
  }
};

__device__ void meetPeers(int **signals, int rank, int peers) {
  if (threadIdx.x < peers) {
    atomicAdd_system(signals[rank] + threadIdx.x, 1024);
    atomicSub_system(signals[threadIdx.x] + rank, 1024); // ok: unreleased-publish
    while (*(volatile int *)(signals[rank] + threadIdx.x) > 0) { // ok: relaxed-poll
    }
  }
  __syncthreads();
}

__global__ void send(Ring ring, int **signals, unsigned long long number,
                     int rank, int peers) {
  if (threadIdx.x == 32)
    ring.makeRoom(number);
  meetPeers(signals, rank, peers);
  if (threadIdx.x == 32)
    ring.makeRoom(number + 1);
}

__global__ void sendRow(float **rows, int **signals, int rank, int peers) {
  rows[threadIdx.x % peers][rank] = 1.0f;
  __syncthreads();
  if (threadIdx.x < peers) {
    atomicAdd_system(signals[rank] + threadIdx.x, 1024);
    atomicSub_system(signals[threadIdx.x] + rank, 1024); // expect: unreleased-publish
    while (*(volatile int *)(signals[rank] + threadIdx.x) > 0) {
    }
    __threadfence_system();
  }
  __syncthreads();
  rows[rank][threadIdx.x] *= 2.0f;
}
