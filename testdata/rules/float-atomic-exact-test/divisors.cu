// A bound that keeps a division from zero checks no result.
#include <cmath>

__global__ void moments(const double *x, int n, double *sum) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    atomicAdd(sum, x[i]); // expect: contended-atomic
}

double pull(const double *x, int n, double *sum, double anchor, double stiffness) {
  double host;
  moments<<<(n + 255) / 256, 256>>>(x, n, sum);
  cudaMemcpy(&host, sum, sizeof host, cudaMemcpyDeviceToHost);
  double dx = host / n - anchor;
  double r = std::sqrt(dx * dx);
  double force = 0;
  if (r > 1.0e-20) // ok: float-atomic-exact-test
    force = stiffness * dx / r;
  return force;
}

double pullUnlessThere(const double *x, int n, double *sum, double anchor, double stiffness) {
  double host;
  moments<<<(n + 255) / 256, 256>>>(x, n, sum);
  cudaMemcpy(&host, sum, sizeof host, cudaMemcpyDeviceToHost);
  double r = host / n - anchor;
  if (r < 1.0e-20) // ok: float-atomic-exact-test
    return 0;
  return stiffness / r;
}

// The division stands on both ways: the test is of the result.
double checkAndInvert(const double *x, int n, double *sum, double anchor, int *failures) {
  double host;
  moments<<<(n + 255) / 256, 256>>>(x, n, sum);
  cudaMemcpy(&host, sum, sizeof host, cudaMemcpyDeviceToHost);
  double r = std::abs(host / n - anchor);
  if (r > 1.0e-20) // expect: float-atomic-exact-test
    ++*failures;
  return 1 / r;
}

bool returnsTo(const double *x, int n, double *sum, double anchor) {
  double host;
  moments<<<(n + 255) / 256, 256>>>(x, n, sum);
  cudaMemcpy(&host, sum, sizeof host, cudaMemcpyDeviceToHost);
  double dx = host / n - anchor;
  double r = std::sqrt(dx * dx);
  return r < 1.0e-20; // expect: float-atomic-exact-test
}
