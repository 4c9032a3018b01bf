// partly: a function calls what is not here
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

// A maximum by compare-and-swap: whoever is not larger leaves early, and yet
// all that run at first try.
__device__ void raise(double *top, double v) {
  unsigned long long *bits = (unsigned long long *)top, seen = *bits, before;
  do {
    before = seen;
    if (__longlong_as_double(before) >= v)
      return;
    seen = atomicCAS(bits, before, __double_as_longlong(v)); // expect: contended-atomic
  } while (seen != before);
}
__global__ void largestOfAll(const double *x, double *top, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
       i += gridDim.x * blockDim.x)
    raise(top, x[i]);
}
// Nodes are pushed on a list one by one, however large they are.
__global__ void push(int *head, int *next, const float *x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n || x[i] < 0)
    return;
  int old = *head, was;
  do {
    was = old;
    next[i] = was;
    old = atomicCAS(head, was, i); // ok: contended-atomic
  } while (old != was);
}

// Whom an unknown function chooses.
__device__ int rankInGroup(int i);
__global__ void chosen(const int *x, int *count, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
       i += gridDim.x * blockDim.x)
    if (rankInGroup(x[i]) == 0)
      atomicAdd(count, x[i]); // ok: contended-atomic
}
