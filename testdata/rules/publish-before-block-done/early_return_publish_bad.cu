__global__ void prod(float *data, const float *s, unsigned *flag, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    data[i] = s[i];
  if (threadIdx.x != 0)
    return;
  __threadfence();
  atomicExch(flag, 1u);  // expect: publish-before-block-done
}
