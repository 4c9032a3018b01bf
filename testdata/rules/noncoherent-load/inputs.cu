// True inputs, and coherent loads of published data.
#include <cuda/atomic>

__global__ void input(const float *in, float *out) {
  out[threadIdx.x] = __ldg(&in[threadIdx.x]); // ok: noncoherent-load
}

__global__ void coherent(unsigned *word, float *data, const float *scale,
                         float *out) {
  cuda::atomic_ref<unsigned, cuda::thread_scope_device> flag(*word);
  float factor = __ldg(scale); // ok: noncoherent-load
  if (blockIdx.x == 0) {
    data[threadIdx.x] = factor;
    __syncthreads();
    if (threadIdx.x == 0)
      flag.store(1, cuda::memory_order_release);
    return;
  }
  if (threadIdx.x == 0)
    while (flag.load(cuda::memory_order_acquire) == 0) {
    }
  __syncthreads();
  out[threadIdx.x] = data[threadIdx.x] * factor; // ok: noncoherent-load
}
