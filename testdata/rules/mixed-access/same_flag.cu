// A flag of the block that anyone may raise, by either kind of store.

__global__ void bothRaise(const float *x, float *out, int n) {
  __shared__ unsigned any;
  if (threadIdx.x == 0)
    any = 0;
  __syncthreads();
  float v = x[blockIdx.x * blockDim.x + threadIdx.x];
  if (v > 1.0f)
    atomicExch(&any, 1);
  else if (v < -1.0f)
    any = 1; // ok: mixed-access
  __syncthreads();
  if (any)
    out[blockIdx.x * blockDim.x + threadIdx.x] = v;
}

__global__ void oneCounts(const float *x, float *out, int n) {
  __shared__ unsigned count;
  if (threadIdx.x == 0)
    count = 0;
  __syncthreads();
  float v = x[blockIdx.x * blockDim.x + threadIdx.x];
  if (v > 1.0f)
    atomicAdd(&count, 1);
  else if (v < -1.0f)
    count = 1; // expect: mixed-access
  __syncthreads();
  if (count)
    out[blockIdx.x * blockDim.x + threadIdx.x] = v;
}
