// Library and assembly forms of the same atomic.
#include <cuda/atomic>
#include <cuda_fp16.h>

__global__ void reference(const float *x, float *sum, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    cuda::atomic_ref<float, cuda::thread_scope_device>(*sum).fetch_add(x[i], cuda::memory_order_relaxed); // expect: contended-atomic
}

__global__ void assembly(const float *x, float *sum, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    asm volatile("red.global.add.f32 [%0], %1;" ::"l"(sum), "f"(x[i]) : "memory"); // expect: contended-atomic
}

__global__ void pairs(const __half2 *x, __half2 *sum, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    atomicAdd(sum, x[i]); // expect: contended-atomic
}

__global__ void extreme(const unsigned *x, unsigned *top, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
       i += gridDim.x * blockDim.x)
    atomicMax(top, x[i]); // expect: contended-atomic
}

// Asks first: few are left after the first ones.
__global__ void extremeProbed(const unsigned *x, unsigned *top, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && x[i] > *(volatile unsigned *)top)
    atomicMax(top, x[i]); // ok: contended-atomic
}
