__global__ void long_run(float *x, volatile unsigned *beat, int iters) {
  for (int i = 0; i < iters; ++i) {
    x[blockIdx.x * blockDim.x + threadIdx.x] =
        sinf(x[blockIdx.x * blockDim.x + threadIdx.x]);
    __syncthreads();  // ok: unreleased-publish
    if (threadIdx.x == 0 && blockIdx.x == 0)
      *beat = i;
  }
}
