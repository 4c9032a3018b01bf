__global__ void wait_eq_reset(int *flag, int val, const float *c, float *out) {
  if (threadIdx.x == 0) {
    while (atomicCAS(flag, val, 0) != val) {  // expect: relaxed-poll
    }
  }
  __syncthreads();
  out[threadIdx.x] = c[threadIdx.x];
}
