// A project's own macro: what it expands to allows four units in the last
// place.
#include <cstdio>

namespace near_by {
bool within_4_ulps(float a, float b);
bool within_ulps(float a, float b, int ulps);
bool within(float a, float b);
} // namespace near_by

#define CHECK_SAME(a, b)                                                       \
  do {                                                                         \
    if (!near_by::within_4_ulps(a, b))                                         \
      std::puts("different");                                                  \
  } while (0)

__global__ void total(const float *x, int n, float *out) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
       i += gridDim.x * blockDim.x)
    atomicAdd(out + threadIdx.x % 64, x[i]); // expect: known-index-atomic
}

void test(const float *x, int n, float *d, float want) {
  float h = 0;
  total<<<80, 256>>>(x, n, d);
  cudaMemcpy(&h, d, sizeof h, cudaMemcpyDeviceToHost);
  CHECK_SAME(h, want); // expect: float-atomic-exact-test
  if (!near_by::within_ulps(h, want, 4)) // expect: float-atomic-exact-test
    std::puts("different");
  if (!near_by::within_ulps(h, want, 100000)) // ok: float-atomic-exact-test
    std::puts("different");
  if (!near_by::within(h, want)) // ok: float-atomic-exact-test
    std::puts("different");
}
