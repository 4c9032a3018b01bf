__global__ void dot(const float *a, float *partial, int *counter, float *res) {
  __shared__ int last;
  if (threadIdx.x == 0) {
    partial[blockIdx.x] = a[blockIdx.x];
    last = atomicAdd(counter, 1) == gridDim.x - 1;  // expect: unreleased-publish
    __threadfence();
  }
  __syncthreads();
  if (!last)
    return;
  if (threadIdx.x == 0) {
    float s = 0;
    for (int i = 0; i < gridDim.x; ++i)
      s += partial[i];
    *res = s;
  }
}
