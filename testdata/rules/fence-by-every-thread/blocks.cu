__global__ void bad(float *data, unsigned *count) {
  data[blockIdx.x * blockDim.x + threadIdx.x] = threadIdx.x;
  __threadfence(); // expect: fence-by-every-thread
  __syncthreads();
  if (threadIdx.x == 0) atomicInc(count, gridDim.x);
}
__global__ void good(float *data, unsigned *count) {
  data[blockIdx.x * blockDim.x + threadIdx.x] = threadIdx.x;
  __syncthreads();
  if (threadIdx.x == 0) {
    __threadfence(); // ok: fence-by-every-thread
    atomicInc(count, gridDim.x);
  }
}
// Each thread raises a flag of its own.
__global__ void own_flags(float *data, unsigned *flags) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  data[i] = threadIdx.x;
  __threadfence(); // ok: fence-by-every-thread
  atomicExch(&flags[i], 1u);
}
