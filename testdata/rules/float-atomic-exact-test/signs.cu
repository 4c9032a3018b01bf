// Which of two sums is the larger one is no test of equality.
#include <cmath>

__global__ void energy(const float *site, int n, float *sum) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    atomicAdd(sum, site[i]); // expect: contended-atomic
}
float energyOf(const float *site, int n, float *sum) {
  float host;
  cudaMemset(sum, 0, sizeof host);
  energy<<<32, 256>>>(site, n, sum);
  cudaMemcpy(&host, sum, sizeof host, cudaMemcpyDeviceToHost);
  return host;
}
bool exchange(const float *left, const float *right, int n, float *sum, double chance) {
  double delta = energyOf(left, n, sum) - energyOf(right, n, sum);
  return delta < 0.0 || chance < std::exp(-delta); // ok: float-atomic-exact-test
}
bool differs(const float *site, int n, float *sum) {
  float difference = std::fabs(energyOf(site, n, sum) - energyOf(site, n, sum));
  return difference > 0.0f; // expect: float-atomic-exact-test
}
