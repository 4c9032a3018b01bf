// Tickets that acquire, and tickets without a payload.
#include <cuda/atomic>

__device__ unsigned count;

__global__ void fenceOnBothSides(const float *in, float *partial, float *out) {
  __shared__ bool isLast;
  if (threadIdx.x == 0) {
    partial[blockIdx.x] = in[blockIdx.x];
    __threadfence();
    isLast = atomicAdd(&count, 1u) == gridDim.x - 1; // ok: unacquired-ticket
    __threadfence();
  }
  __syncthreads();
  if (isLast) {
    float sum = 0;
    for (unsigned i = threadIdx.x; i < gridDim.x; i += blockDim.x)
      sum += partial[i];
    out[threadIdx.x] = sum;
  }
}

__global__ void acquireRelease(const float *in, float *partial, float *out,
                               unsigned *tickets) {
  __shared__ bool isLast;
  if (threadIdx.x == 0) {
    partial[blockIdx.x] = in[blockIdx.x];
    cuda::atomic_ref<unsigned, cuda::thread_scope_device> ticket(*tickets);
    isLast = ticket.fetch_add(1, cuda::memory_order_acq_rel) == // ok: unacquired-ticket
             gridDim.x - 1;
  }
  __syncthreads();
  if (isLast)
    out[threadIdx.x] = partial[threadIdx.x];
}

// Work is claimed, nothing is handed over: relaxed is enough.
__global__ void claim(unsigned *next, const float *in, float *out,
                      unsigned n) {
  __shared__ unsigned tile;
  while (true) {
    if (threadIdx.x == 0)
      tile = atomicAdd(next, 1u); // ok: unacquired-ticket
    __syncthreads();
    if (tile >= n)
      break;
    out[tile * blockDim.x + threadIdx.x] = in[tile * blockDim.x + threadIdx.x];
    __syncthreads();
  }
}
