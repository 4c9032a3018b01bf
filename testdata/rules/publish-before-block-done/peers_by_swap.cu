#include <cuda/atomic>
// Slots of peers are raised by a compare-and-swap that waits until they are
// free, and lowered again by the one that waits for them.
using Slot = cuda::atomic_ref<unsigned, cuda::thread_scope_system>;

__device__ void raise(unsigned *slot) {
  unsigned free;
  do {
    free = 0;
    Slot(*slot).compare_exchange_strong(free, 1,
                                        cuda::std::memory_order_release);
  } while (free != 0);
}
__device__ void raiseJoined(unsigned *slot) {
  unsigned free;
  do {
    free = 0;
    Slot(*slot).compare_exchange_strong(free, 1, cuda::std::memory_order_release);
  } while (free != 0);
}
__device__ void lower(unsigned *slot) {
  unsigned full;
  do {
    full = 1;
    Slot(*slot).compare_exchange_strong(full, 0, cuda::std::memory_order_acquire);
  } while (full != 1);
}

__global__ void copyAndAdd(float **of, const float *mine, float *out, size_t n,
                           unsigned **slots, int rank, int peers) {
  size_t first = blockDim.x * blockIdx.x + threadIdx.x;
  size_t step = blockDim.x * gridDim.x;
  if (mine)
    for (size_t i = first; i < n; i += step)
      of[rank][i] = mine[i];
  if (threadIdx.x < peers) {
    raise(slots[threadIdx.x] + blockIdx.x * peers + rank); // expect: publish-before-block-done
    lower(slots[rank] + blockIdx.x * peers + threadIdx.x);
  }
  __syncthreads();
  for (size_t i = first; i < n; i += step) {
    float sum = 0;
    for (int p = 0; p < peers; ++p)
      sum += of[p][i];
    out[i] = sum;
  }
}

__global__ void copyMeetAndAdd(float **of, const float *mine, float *out,
                               size_t n, unsigned **slots, int rank, int peers) {
  size_t first = blockDim.x * blockIdx.x + threadIdx.x;
  size_t step = blockDim.x * gridDim.x;
  if (mine)
    for (size_t i = first; i < n; i += step)
      of[rank][i] = mine[i];
  __syncthreads();
  if (threadIdx.x < peers) {
    raiseJoined(slots[threadIdx.x] + blockIdx.x * peers + rank);
    lower(slots[rank] + blockIdx.x * peers + threadIdx.x);
  }
  __syncthreads();
  for (size_t i = first; i < n; i += step) {
    float sum = 0;
    for (int p = 0; p < peers; ++p)
      sum += of[p][i];
    out[i] = sum;
  }
}
