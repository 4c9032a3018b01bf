__global__ void perWarp(volatile int *ready, const float *x, float *y) {
  int lane = threadIdx.x & 31, w = (blockIdx.x * blockDim.x + threadIdx.x) >> 5;
  if (lane == 0) {
    while (ready[w] == 0)  // expect: relaxed-poll
      __nanosleep(100);
  }
  __syncwarp();
  y[w * 32 + lane] = x[w * 32 + lane];
}
