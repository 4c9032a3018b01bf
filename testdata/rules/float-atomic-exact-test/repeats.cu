// Runs that are kept in one array and compared with each other; checksums.
#include <cstdint>
#include <cstring>
#include <thrust/device_vector.h>
#include <thrust/equal.h>
#include <thrust/execution_policy.h>
#include <vector>

__global__ void perKey(const float *value, const int *key, int n, float *sum) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    atomicAdd(&sum[key[i]], value[i]);
}


std::vector<float> run(const float *value, const int *key, float *sum) {
  std::vector<float> host(8);
  cudaMemset(sum, 0, 32);
  perKey<<<16, 256>>>(value, key, 4096, sum);
  cudaMemcpy(host.data(), sum, 32, cudaMemcpyDeviceToHost);
  return host;
}
bool allAlike(const float *value, const int *key, float *sum) {
  std::vector<std::vector<float>> runs(10);
  for (int i = 0; i < 10; ++i)
    runs[i] = run(value, key, sum);
  for (int i = 1; i < 10; ++i)
    if (runs[i] != runs[0]) // expect: float-atomic-exact-test
      return false;
  return memcmp(runs[1].data(), runs[0].data(), 32) == 0; // expect: float-atomic-exact-test
}
bool sameChecksum(const float *value, const int *key, float *sum) {
  uint32_t check[2];
  for (int pass = 0; pass < 2; ++pass) {
    uint32_t c = 0;
    for (float f : run(value, key, sum)) {
      uint32_t bits;
      std::memcpy(&bits, &f, 4);
      c = c * 31 + bits;
    }
    check[pass] = c;
  }
  return check[0] == check[1]; // expect: float-atomic-exact-test
}
int notANumber(const float *value, const int *key, float *sum) {
  std::vector<float> got = run(value, key, sum);
  int bad = 0;
  for (size_t i = 0; i < got.size(); ++i)
    if (got[i] != got[i]) // ok: float-atomic-exact-test
      ++bad;
  return bad;
}
bool onTheDevice(const thrust::device_vector<float> &value, const thrust::device_vector<int> &key,
                 const thrust::device_vector<float> &want) {
  thrust::device_vector<float> sum(8, 0.0f);
  perKey<<<16, 256>>>(thrust::raw_pointer_cast(value.data()), thrust::raw_pointer_cast(key.data()), 4096,
                      thrust::raw_pointer_cast(sum.data()));
  return thrust::equal(thrust::device, sum.begin(), sum.end(), want.begin()); // expect: float-atomic-exact-test
}
