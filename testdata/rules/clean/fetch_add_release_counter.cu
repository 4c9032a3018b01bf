#include <cuda/atomic>
__global__ void prod(float *d, unsigned *c) {
  d[blockIdx.x * blockDim.x + threadIdx.x] = 2.f;
  __syncthreads();  // ok: unreleased-publish
  if (threadIdx.x == 0)
    cuda::atomic_ref<unsigned, cuda::thread_scope_device>(*c).fetch_add(
        1, cuda::memory_order_release);
}
__global__ void cons(const float *d, unsigned *c, unsigned n, float *o) {
  if (threadIdx.x == 0)
    while (cuda::atomic_ref<unsigned, cuda::thread_scope_device>(*c).load(
               cuda::memory_order_acquire) < n) {
    }
  __syncthreads();
  o[threadIdx.x] = d[threadIdx.x];
}
