__global__ void k(float *data, int *flag, float *out) {
  if (blockIdx.x == 0) {
    data[threadIdx.x] = 3.f * threadIdx.x;
    __threadfence(); // expect: fence-by-every-thread
    __syncthreads();  // ok: unreleased-publish
    if (threadIdx.x == 0)
      atomicExch(flag, 1);
  } else {
    if (threadIdx.x == 0) {
      while (atomicAdd(flag, 0) == 0) // expect: rmw-poll
        ;
      __threadfence();
    }
    __syncthreads();
    out[blockIdx.x * blockDim.x + threadIdx.x] = data[threadIdx.x];
  }
}
