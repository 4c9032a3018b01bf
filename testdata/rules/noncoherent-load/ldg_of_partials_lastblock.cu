__device__ unsigned cnt;
__global__ void dot(const float *a, float *part, float *out) {
  __shared__ bool last;
  if (threadIdx.x == 0) {
    part[blockIdx.x] = a[blockIdx.x];
    __threadfence();
    last = atomicInc(&cnt, gridDim.x - 1) == gridDim.x - 1;
    __threadfence();
  }
  __syncthreads();
  if (last && threadIdx.x == 0) {
    float s = 0;
    for (int i = 0; i < gridDim.x; ++i)
      s += __ldg(&part[i]);  // expect: noncoherent-load
    *out = s;
  }
}
