// Whole numbers in half precision: their sums are exact in any order.
#include <cstdlib>
#include <cuda_fp16.h>

__global__ void dotFromTable(const half2 *x, const int *code, float *out, int n) {
  __shared__ half2 table[64];
  if (threadIdx.x < 64)
    table[threadIdx.x] = __halves2half2(__int2half_rn(threadIdx.x & 7), __int2half_rn(threadIdx.x >> 3));
  __syncthreads();
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    half2 product = __hmul2(table[code[i] & 63], x[i]);
    atomicAdd(&out[i & 3], __half2float(product.x) + __half2float(product.y)); // expect: known-index-atomic
  }
}

bool isExact(const int *code, float *out, half2 *x, int n) {
  half *ones = (half *)malloc(2 * n * sizeof(half));
  for (int i = 0; i < 2 * n; ++i)
    ones[i] = __float2half(1.0f);
  cudaMemcpy(x, ones, 2 * n * sizeof(half), cudaMemcpyHostToDevice);
  cudaMemset(out, 0, 4 * sizeof(float));
  dotFromTable<<<32, 256>>>(x, code, out, n);
  float host[4];
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  return host[0] == 4096.0f; // ok: float-atomic-exact-test
}
bool isRounded(const int *code, float *out, half2 *x, int n) {
  half *tenths = (half *)malloc(2 * n * sizeof(half));
  for (int i = 0; i < 2 * n; ++i)
    tenths[i] = __float2half(0.1f);
  cudaMemcpy(x, tenths, 2 * n * sizeof(half), cudaMemcpyHostToDevice);
  cudaMemset(out, 0, 4 * sizeof(float));
  dotFromTable<<<32, 256>>>(x, code, out, n);
  float host[4];
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  return host[0] == 4096.0f; // expect: float-atomic-exact-test
}
