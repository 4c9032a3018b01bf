#include "sums.h"
static __global__ void byKey(const float *value, const int *key, int n, float *sum) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    atomicAdd(&sum[key[i]], value[i]);
}
static __global__ void byKeyFixed(const float *value, const int *key, int n, long long *sum) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    atomicAdd((unsigned long long *)&sum[key[i]], (unsigned long long)(long long)(value[i] * 4294967296.0f));
}
void addByKey(const float *value, const int *key, int n, float *sum) {
  byKey<<<(n + 255) / 256, 256>>>(value, key, n, sum);
}
void addByKeyFixed(const float *value, const int *key, int n, long long *sum) {
  byKeyFixed<<<(n + 255) / 256, 256>>>(value, key, n, sum);
}
