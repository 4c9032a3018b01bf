__global__ void fast(volatile int *in, volatile int *out, float *d, int goal) {
  int tid = threadIdx.x, b = blockIdx.x, n = gridDim.x;
  d[b * blockDim.x + tid] *= 2.f;
  __syncthreads();  // ok: unreleased-publish
  if (tid == 0) {
    __threadfence();
    in[b] = goal;
  }
  if (b == 1) {
    if (tid < n)
      while (in[tid] != goal) {
      }
    __syncthreads();
    if (tid < n)
      out[tid] = goal;
  }
  if (tid == 0) {
    while (out[b] != goal) {
    }
    __threadfence();
  }
  __syncthreads();
  d[b * blockDim.x + tid] += d[((b + 1) % n) * blockDim.x + tid];
}
