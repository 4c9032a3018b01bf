// The bits of a float through a union, and comparisons inside predicates.
#include <algorithm>
#include <cmath>
#include <vector>

__global__ void gather(const float *x, const int *bin, float *sum, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    atomicAdd(&sum[bin[i]], x[i]);
}
static void run(const float *x, const int *bin, float *sum, int n, std::vector<float> &out) {
  cudaMemset(sum, 0, out.size() * sizeof(float));
  gather<<<32, 256>>>(x, bin, sum, n);
  cudaMemcpy(out.data(), sum, out.size() * sizeof(float), cudaMemcpyDeviceToHost);
}

union Word {
  float number;
  unsigned bits;
};
bool sameBits(const float *x, const int *bin, float *sum, int n, const std::vector<float> &want) {
  std::vector<float> got(64);
  run(x, bin, sum, n, got);
  Word a, b;
  a.number = got[0];
  b.number = want[0];
  return a.bits == b.bits; // expect: float-atomic-exact-test
}
bool sameWithin(const float *x, const int *bin, float *sum, int n, const std::vector<float> &want) {
  std::vector<float> got(64);
  run(x, bin, sum, n, got);
  Word a, b;
  a.number = got[0];
  b.number = want[0];
  return std::fabs(a.number - b.number) < 1e-3f; // ok: float-atomic-exact-test
}

long wrongOnes(const float *x, const int *bin, float *sum, int n, const std::vector<float> &want) {
  std::vector<float> got(64);
  run(x, bin, sum, n, got);
  size_t i = 0;
  return std::count_if(got.begin(), got.end(), [&](float v) {
    return v != want[i++]; // expect: float-atomic-exact-test
  });
}
long wrongIndices(const float *x, const int *bin, float *sum, int n, const std::vector<float> &want) {
  std::vector<float> got(64);
  run(x, bin, sum, n, got);
  std::vector<int> index(64);
  return std::count_if(index.begin(), index.end(), [&](int i) {
    return got[i] != want[i]; // expect: float-atomic-exact-test
  });
}
long farOnes(const float *x, const int *bin, float *sum, int n, const std::vector<float> &want) {
  std::vector<float> got(64);
  run(x, bin, sum, n, got);
  size_t i = 0;
  return std::count_if(got.begin(), got.end(), [&](float v) {
    return std::fabs(v - want[i++]) > 1e-3f; // ok: float-atomic-exact-test
  });
}
