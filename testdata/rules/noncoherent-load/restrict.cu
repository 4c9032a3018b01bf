// `const __restrict__` lets the compiler take the same path by itself.
#include <cuda/atomic>

__global__ void restrictParameter(unsigned *word, float *data,
                                  const float *__restrict__ view, float *out) {
  cuda::atomic_ref<unsigned, cuda::thread_scope_device> flag(*word);
  if (threadIdx.x == 0)
    while (flag.load(cuda::memory_order_acquire) == 0) {
    }
  __syncthreads();
  out[threadIdx.x] = view[threadIdx.x]; // expect: noncoherent-load
}

__global__ void inlinePtx(unsigned *word, float *data, float *out) {
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
  float value;
  asm volatile("ld.global.nc.f32 %0, [%1];" // expect: noncoherent-load
               : "=f"(value)
               : "l"(data + threadIdx.x)
               : "memory");
  out[threadIdx.x] = value;
}
