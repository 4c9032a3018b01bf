__global__ void s(const float *x, const int *row, int n, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(&out[row[i]], x[i]);
}
__device__ double total;
__global__ void addAll(const double *x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(&total, x[i]);
}
bool symbol(const double *x, int n, double want) {
  double got;
  addAll<<<8, 64>>>(x, n);
  cudaMemcpyFromSymbol(&got, total, sizeof got);
  return got == want; // expect: float-atomic-exact-test
}
__global__ void blockSums(const float *x, float *out) {
  __shared__ float sum;
  if (threadIdx.x == 0) sum = 0;
  __syncthreads();
  atomicAdd(&sum, x[blockIdx.x * blockDim.x + threadIdx.x]);
  __syncthreads();
  if (threadIdx.x == 0) out[blockIdx.x] = sum;
}
bool shared(const float *x, float *managed, float want) {
  blockSums<<<8, 64>>>(x, managed);
  cudaDeviceSynchronize();
  return managed[0] == want; // expect: float-atomic-exact-test
}
__device__ double oldAdd(double *p, double v) {
  unsigned long long *at = (unsigned long long *)p, old = *at, assumed;
  do {
    assumed = old;
    old = atomicCAS(at, assumed, __double_as_longlong(v + __longlong_as_double(assumed)));
  } while (assumed != old);
  return __longlong_as_double(old);
}
__global__ void byCas(const double *x, double *out) { oldAdd(out, x[blockIdx.x * blockDim.x + threadIdx.x]); }
bool casSum(const double *x, double *out, double want) {
  double got;
  byCas<<<8, 64>>>(x, out);
  cudaMemcpy(&got, out, sizeof got, cudaMemcpyDeviceToHost);
  return got == want; // expect: float-atomic-exact-test
}
__global__ void normalise(float *sums, const int *count, float *mean) { int i = threadIdx.x; mean[i] = sums[i] / count[i]; }
bool secondKernel(const float *x, const int *row, int n, float *sums, const int *count, float *mean, float want) {
  float got[32];
  s<<<4, 256>>>(x, row, n, sums);
  normalise<<<1, 32>>>(sums, count, mean);
  cudaMemcpy(got, mean, sizeof got, cudaMemcpyDeviceToHost);
  return got[3] == want; // expect: float-atomic-exact-test
}
bool launchApi(const float *x, const int *row, int n, float *out, float want) {
  float got;
  void *args[] = {&x, &row, &n, &out};
  cudaLaunchKernel((const void *)s, dim3(4), dim3(256), args, 0, 0);
  cudaMemcpy(&got, out, sizeof got, cudaMemcpyDeviceToHost);
  return got == want; // expect: float-atomic-exact-test
}
__global__ void own(const float *x, float *out, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) atomicAdd(&out[i], x[i]); }
bool owner(const float *x, float *out, int n, float want) {
  float got;
  own<<<4, 256>>>(x, out, n);
  cudaMemcpy(&got, out, sizeof got, cudaMemcpyDeviceToHost);
  return got == want;
}
bool oneThread(const float *x, const int *row, float *out, float want) {
  float got;
  s<<<1, 1>>>(x, row, 1, out);
  cudaMemcpy(&got, out, sizeof got, cudaMemcpyDeviceToHost);
  return got == want;
}
bool tooTight(const float *x, const int *row, int n, float *out, float want) {
  float got;
  s<<<4, 256>>>(x, row, n, out);
  cudaMemcpy(&got, out, sizeof got, cudaMemcpyDeviceToHost);
  return fabsf(got - want) < 1e-9f; // expect: float-atomic-exact-test
}
bool rounded(const float *x, const int *row, int n, float *out, int want) {
  float got;
  s<<<4, 256>>>(x, row, n, out);
  cudaMemcpy(&got, out, sizeof got, cudaMemcpyDeviceToHost);
  return lroundf(got) == want;
}
