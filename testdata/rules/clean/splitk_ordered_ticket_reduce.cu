__global__ void splitk(float *ws, float *c, int *tick, const float *acc,
                       int splits) {
  __shared__ int t;
  int base = blockIdx.x * blockDim.x + threadIdx.x;
  ws[(blockIdx.y * gridDim.x) * blockDim.x + base] = acc[base];
  __threadfence(); // expect: fence-by-every-thread
  __syncthreads();  // ok: unreleased-publish
  if (threadIdx.x == 0)
    t = atomicAdd(&tick[blockIdx.x], 1);
  __syncthreads();
  if (t != splits - 1)
    return;
  __threadfence();
  float s = 0;
  for (int k = 0; k < splits; ++k)
    s += ws[(k * gridDim.x) * blockDim.x + base];
  c[base] = s;
}
