#include <cuda/atomic>
__global__ void dot(const float *a, float *partial, int *counter, float *res) {
  __shared__ int last;
  partial[blockIdx.x * blockDim.x + threadIdx.x] = a[threadIdx.x];
  __syncthreads();
  if (threadIdx.x == 0) {
    cuda::atomic_ref<int, cuda::thread_scope_device> c(*counter);
    last = c.fetch_add(1, cuda::memory_order_acquire) == gridDim.x - 1;  // expect: unreleased-publish
  }
  __syncthreads();
  if (last) {
    float s = 0;
    for (int i = 0; i < gridDim.x; ++i)
      s += partial[i * blockDim.x + threadIdx.x];
    res[threadIdx.x] = s;
  }
}
