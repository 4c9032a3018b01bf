// Kernels that are handed to a function that launches them; results in members.
#include <cstring>
#include <cuda_fp16.h>

__global__ void total(const float *value, int n, float *sum) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    atomicAdd(sum, value[i]); // expect: contended-atomic
}
__global__ void copyOne(const float *value, int n, float *out) {
  if (blockIdx.x * blockDim.x + threadIdx.x == 0 && n > 0)
    *out = value[0];
}
template <typename... Args> void launch(void (*kernel)(Args...), int n, Args... args) {
  kernel<<<(n + 255) / 256, 256>>>(args...);
}
template <typename Kernel> float runOne(Kernel kernel, const float *value, int n, float *out) {
  float host = 0;
  cudaMemset(out, 0, sizeof(float));
  launch(kernel, n, value, n, out);
  cudaMemcpy(&host, out, sizeof host, cudaMemcpyDeviceToHost);
  return host;
}
bool direct(const float *value, int n, float *sum, float want) {
  float got;
  cudaMemset(sum, 0, sizeof(float));
  launch(total, n, value, n, sum);
  cudaMemcpy(&got, sum, sizeof got, cudaMemcpyDeviceToHost);
  return got == want; // expect: float-atomic-exact-test
}
bool twoDeep(const float *value, int n, float *sum, float want) {
  return runOne(total, value, n, sum) == want; // expect: float-atomic-exact-test
}
bool anotherKernel(const float *value, int n, float *sum, float want) {
  return runOne(copyOne, value, n, sum) == want; // ok: float-atomic-exact-test
}

struct Outcome {
  float sum;
  int count;
};
Outcome outcome(const float *value, int n, float *sum) {
  Outcome made;
  made.sum = runOne(total, value, n, sum);
  made.count = n;
  return made;
}
bool sameCount(const float *value, int n, float *sum) {
  Outcome a = outcome(value, n, sum), b = outcome(value, n, sum);
  return a.count == b.count; // ok: float-atomic-exact-test
}
bool sameSum(const float *value, int n, float *sum) {
  Outcome a = outcome(value, n, sum), b = outcome(value, n, sum);
  return a.sum == b.sum; // expect: float-atomic-exact-test
}
bool sameBytes(const float *value, int n, float *sum) {
  Outcome a = outcome(value, n, sum), b = outcome(value, n, sum);
  return memcmp(&a, &b, sizeof a) == 0; // expect: float-atomic-exact-test
}

__global__ void halves(const __half *value, int n, __half *sum) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    atomicAdd(sum, value[i]);
}
bool halfSum(const __half *value, int n, __half *sum, float want) {
  __half got;
  cudaMemset(sum, 0, sizeof got);
  halves<<<8, 128>>>(value, n, sum);
  cudaMemcpy(&got, sum, sizeof got, cudaMemcpyDeviceToHost);
  return __half2float(got) == want; // expect: float-atomic-exact-test
}
