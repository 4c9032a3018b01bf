#include "sums.h"
template <typename T> static bool same(const std::vector<T> &a, const std::vector<T> &b) {
  for (size_t i = 0; i < a.size(); ++i)
    if (a[i] != b[i]) // expect: float-atomic-exact-test
      return false;
  return true;
}
// Another kernel of this name, in another unit.
static __global__ void byKey(const int *value, int n, int *sum) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    sum[i] = value[i];
}
bool sameTwice(const float *value, const int *key, int n, float *sum, int bins) {
  cudaMemset(sum, 0, bins * sizeof(float));
  addByKey(value, key, n, sum);
  std::vector<float> first = toHost(sum, bins);
  cudaMemset(sum, 0, bins * sizeof(float));
  addByKey(value, key, n, sum);
  return same(first, toHost(sum, bins));
}
bool sameTwiceFixed(const float *value, const int *key, int n, long long *sum, int bins) {
  cudaMemset(sum, 0, bins * sizeof(long long));
  addByKeyFixed(value, key, n, sum);
  std::vector<long long> first = toHost(sum, bins);
  cudaMemset(sum, 0, bins * sizeof(long long));
  addByKeyFixed(value, key, n, sum);
  return same(first, toHost(sum, bins));
}
