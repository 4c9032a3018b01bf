#pragma once
#include <vector>
/// Adds value[i] to sum[key[i]] on the device.
void addByKey(const float *value, const int *key, int n, float *sum);
/// The same with 32 fractional bits.
void addByKeyFixed(const float *value, const int *key, int n, long long *sum);
template <typename T> std::vector<T> toHost(const T *device, int n) {
  std::vector<T> host(n);
  cudaMemcpy(host.data(), device, n * sizeof(T), cudaMemcpyDeviceToHost);
  return host;
}
