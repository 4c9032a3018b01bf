// toolkit: the free functions of cuda::std are not in our own headers
#include <cuda/std/atomic>

__global__ void freeFunction(cuda::std::atomic<int> *flag, const float *in,
                             float *out) {
  if (threadIdx.x == 0)
    while (!cuda::std::atomic_load_explicit( // expect: relaxed-poll
        flag, cuda::std::memory_order_relaxed)) {
    }
  __syncthreads();
  out[threadIdx.x] = in[threadIdx.x];
}
