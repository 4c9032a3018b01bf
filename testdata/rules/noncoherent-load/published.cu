// The wait is right; the load goes past the coherent path.
#include <cuda/atomic>

__global__ void readOnlyCache(unsigned *word, float *data, float *out) {
  cuda::atomic_ref<unsigned, cuda::thread_scope_device> flag(*word);
  if (blockIdx.x == 0) {
    data[threadIdx.x] = 1.0f;
    __syncthreads();
    if (threadIdx.x == 0)
      flag.store(1, cuda::memory_order_release);
    return;
  }
  if (threadIdx.x == 0)
    while (flag.load(cuda::memory_order_acquire) == 0) {
    }
  __syncthreads();
  out[threadIdx.x] = __ldg(&data[threadIdx.x]); // expect: noncoherent-load
}
