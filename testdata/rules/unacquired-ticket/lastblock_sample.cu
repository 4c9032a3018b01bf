__device__ unsigned int retirementCount = 0;
__global__ void reduceSinglePass(const float *in, float *partial, float *out,
                                 unsigned n) {
  __shared__ bool amLast;
  float s = 0;
  for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
       i += gridDim.x * blockDim.x)
    s += in[i];
  s = __reduce_add_sync(~0u, (int)s);
  if (threadIdx.x == 0) {
    partial[blockIdx.x] = s;
    __threadfence();
    unsigned ticket = atomicInc(&retirementCount, gridDim.x);  // expect: unacquired-ticket
    amLast = (ticket == gridDim.x - 1);
  }
  __syncthreads();
  if (amLast) {
    float t = 0;
    for (unsigned i = threadIdx.x; i < gridDim.x; i += blockDim.x)
      t += partial[i];
    atomicAdd(out, t);
    if (threadIdx.x == 0)
      retirementCount = 0;
  }
}
