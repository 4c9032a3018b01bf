#include <cuda/std/atomic>
__global__ void k(int *f, const float *d, float *o) {
  if (threadIdx.x == 0) {
    cuda::std::atomic_ref<int> r(*f);
    while (r.load(cuda::std::memory_order_relaxed) == 0) {  // expect: relaxed-poll
    }
  }
  __syncthreads();
  o[threadIdx.x] = d[threadIdx.x];
}
