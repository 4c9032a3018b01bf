// The block, or the warp, is done first.
#include <cuda/atomic>

__global__ void barrierFirst(unsigned *word, float *data, float *out) {
  cuda::atomic_ref<unsigned, cuda::thread_scope_device> flag(*word);
  if (blockIdx.x == 0) {
    data[threadIdx.x] = 1.0f;
    __syncthreads();
    if (threadIdx.x == 0)
      flag.store(1, cuda::memory_order_release); // ok: publish-before-block-done
    return;
  }
  if (threadIdx.x == 0)
    while (flag.load(cuda::memory_order_acquire) == 0) {
    }
  __syncthreads();
  out[threadIdx.x] = data[threadIdx.x];
}

// Thread 0 publishes only what it wrote itself.
__global__ void ownDataOnly(unsigned *word, float *data, float *out) {
  cuda::atomic_ref<unsigned, cuda::thread_scope_device> flag(*word);
  if (blockIdx.x == 0) {
    if (threadIdx.x == 0) {
      data[0] = 1.0f;
      flag.store(1, cuda::memory_order_release); // ok: publish-before-block-done
    }
    return;
  }
  if (threadIdx.x == 0)
    while (flag.load(cuda::memory_order_acquire) == 0) {
    }
  __syncthreads();
  out[threadIdx.x] = data[0];
}
