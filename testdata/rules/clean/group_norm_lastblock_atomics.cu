__global__ void norm(const float *x, float *sum, int *cnt, float *y) {
  __shared__ bool last;
  if (threadIdx.x == 0) {
    atomicAdd(sum, x[blockIdx.x]);  // ok: unreleased-publish
    last = atomicAdd(cnt, 1) == gridDim.x - 1;
  }
  __syncthreads();
  if (last && threadIdx.x == 0)
    y[0] = sqrtf(atomicAdd(sum, 0.f));
}
