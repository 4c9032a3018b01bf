#include <cuda/atomic>

// A ticket that acquires and releases, set back by the last block.
using Tickets = cuda::atomic_ref<unsigned, cuda::thread_scope_device>;
__global__ void longest_twice_ordered(const int *lengths, int *best, int *result, unsigned *drawn) {
  __shared__ bool is_last;
  if (threadIdx.x == 0) {
    best[blockIdx.x] = lengths[blockIdx.x];
    __threadfence(); // expect: redundant-fence
    is_last = Tickets(*drawn).fetch_add(1u, cuda::memory_order_acq_rel) == gridDim.x - 1;
  }
  __syncthreads();
  if (is_last && threadIdx.x == 0) {
    int longest = 0;
    for (unsigned b = 0; b < gridDim.x; ++b) longest = max(longest, best[b]);
    *result = longest;
    *drawn = 0;
  }
}
__global__ void longest(const int *lengths, int *best, int *result, unsigned *drawn) {
  __shared__ bool is_last;
  if (threadIdx.x == 0) {
    best[blockIdx.x] = lengths[blockIdx.x];
    is_last = Tickets(*drawn).fetch_add(1u, cuda::memory_order_acq_rel) == gridDim.x - 1; // ok: redundant-fence
  }
  __syncthreads();
  if (is_last && threadIdx.x == 0) {
    int longest = 0;
    for (unsigned b = 0; b < gridDim.x; ++b) longest = max(longest, best[b]);
    *result = longest;
    *drawn = 0;
  }
}
