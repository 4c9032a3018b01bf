#include <cuda/atomic>
__global__ void cons(int *flag, const float *__restrict__ data,
                     float *__restrict__ out) {
  if (threadIdx.x == 0)
    while (cuda::atomic_ref<int, cuda::thread_scope_device>(*flag).load(
               cuda::memory_order_acquire) == 0) {
    }
  __syncthreads();
  out[threadIdx.x] = data[threadIdx.x];  // expect: noncoherent-load
}
