#include <cuda/atomic>
__global__ void consume(int *flag, const float *data, float *out) {
  if (threadIdx.x == 0) {
    cuda::atomic_ref<int, cuda::thread_scope_device> f(*flag);
    while (f.load(cuda::memory_order_acquire) == 0)
      ;
  }
  __syncthreads();
  out[threadIdx.x] = __ldg(data + threadIdx.x);  // expect: noncoherent-load
}
