// A struct of a sum and a count: the count is exact.
struct Stats {
  float sum;
  int count;
};

__global__ void collect(const float *x, int n, Stats *out) {
  __shared__ float sum;
  __shared__ int count;
  if (threadIdx.x == 0)
    sum = 0, count = 0;
  __syncthreads();
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && x[i] > 0)
    atomicAdd_block(&sum, x[i]), atomicAdd_block(&count, 1);
  __syncthreads();
  if (threadIdx.x == 0) {
    atomicAdd(&out->sum, sum);
    atomicAdd(&out->count, count);
  }
}

int wrongCount(const float *x, int n, Stats *d, Stats want) {
  Stats h;
  collect<<<(n + 255) / 256, 256>>>(x, n, d);
  cudaMemcpy(&h, d, sizeof h, cudaMemcpyDeviceToHost);
  return h.count != want.count; // ok: float-atomic-exact-test
}

int wrongSum(const float *x, int n, Stats *d, Stats want) {
  Stats h;
  collect<<<(n + 255) / 256, 256>>>(x, n, d);
  cudaMemcpy(&h, d, sizeof h, cudaMemcpyDeviceToHost);
  return h.sum != want.sum; // expect: float-atomic-exact-test
}
