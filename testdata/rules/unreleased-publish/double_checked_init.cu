__device__ volatile int state;
__device__ float table[256];
__global__ void use(float *out) {
  if (threadIdx.x == 0) {
    if (state != 2) {
      if (atomicCAS((int *)&state, 0, 1) == 0) {
        for (int i = 0; i < 256; ++i)
          table[i] = i * 0.5f;
        state = 2;  // expect: unreleased-publish
      } else
        while (state != 2) {  // expect: relaxed-poll
        }
    }
  }
  __syncthreads();
  out[threadIdx.x] = table[threadIdx.x & 255];
}
