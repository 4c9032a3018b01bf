__global__ void splitk(const float *a, float *c, int *tickets, int k) {
  atomicAdd(&c[blockIdx.x * blockDim.x + threadIdx.x], a[threadIdx.x]);  // ok: unreleased-publish
  __syncthreads();
  if (threadIdx.x == 0) {
    int t = atomicAdd(&tickets[blockIdx.x], 1);
    if (t == k - 1)
      tickets[blockIdx.x] = 0;
  }
}
