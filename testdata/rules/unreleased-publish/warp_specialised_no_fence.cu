__global__ void ws(const float *in, float *mid, volatile int *flag,
                   float *out) {
  int w = threadIdx.x / 32, l = threadIdx.x % 32;
  if (w == 0) {
    mid[blockIdx.x * 32 + l] = in[blockIdx.x * 32 + l];
    __syncwarp();
    if (l == 0)
      flag[blockIdx.x] = 1;  // expect: unreleased-publish
  } else if (w == 1) {
    if (l == 0) {
      while (flag[blockIdx.x] == 0) {  // expect: relaxed-poll
      }
    }
    __syncwarp();
    out[blockIdx.x * 32 + l] = mid[blockIdx.x * 32 + l];
  }
}
