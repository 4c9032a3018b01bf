__global__ void trsv(const int *row, const int *col, const float *val, float *x,
                     volatile int *done, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  float s = x[i];
  for (int j = row[i]; j < row[i + 1] - 1; ++j) {
    while (done[col[j]] == 0) {
    }
    __threadfence();
    s -= val[j] * x[col[j]];
  }
  x[i] = s / val[row[i + 1] - 1];
  done[i] = 1;  // expect: unreleased-publish
}
