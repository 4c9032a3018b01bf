__global__ void prod(float *d, int *cnt, const float *s) {
  int lane = threadIdx.x % 32, w = threadIdx.x / 32;
  d[(blockIdx.x * 8 + w) * 32 + lane] = s[lane];
  if (lane == 0) {
    __threadfence();
    atomicExch(&cnt[blockIdx.x * 8 + w], 1);  // expect: publish-before-block-done
  }
}
