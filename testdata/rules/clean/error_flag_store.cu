__global__ void validate(const int *idx, int n, int *out, volatile int *err) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    out[i] = idx[i] * 2;
    if (idx[i] < 0)
      *err = 1;  // ok: unreleased-publish
  }
}
