__global__ void k(const float *x, float *o) {
  __shared__ float s[32];
  __shared__ unsigned cnt;
  if (threadIdx.x == 0)
    cnt = 0;
  __syncthreads();  // ok: unreleased-publish
  if (threadIdx.x % 32 == 0) {
    s[threadIdx.x / 32] = x[threadIdx.x];
    __threadfence_block();
    if (atomicInc(&cnt, 1024) == blockDim.x / 32 - 1) {
      __threadfence_block();
      float t = 0;
      for (int i = 0; i < blockDim.x / 32; ++i)
        t += s[i];
      o[blockIdx.x] = t;
    }
  }
}
