// One thread publishes what the whole block, or the whole warp, has written.
#include <cuda/atomic>

__global__ void noBarrier(unsigned *word, float *data, float *out) {
  cuda::atomic_ref<unsigned, cuda::thread_scope_device> flag(*word);
  if (blockIdx.x == 0) {
    data[threadIdx.x] = 1.0f;
    if (threadIdx.x == 0)
      flag.store(1, cuda::memory_order_release); // expect: publish-before-block-done
    return;
  }
  if (threadIdx.x == 0)
    while (flag.load(cuda::memory_order_acquire) == 0) {
    }
  __syncthreads();
  out[threadIdx.x] = data[threadIdx.x];
}
