// A barrier of the grid announces what its own launch has written; what another
// kernel wrote before is an input.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

struct Routes {
  int *slot;
};

__global__ void assignSlots(Routes routes, const int *key, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    routes.slot[i] = key[i] & 255;
}

__global__ void sendBySlots(Routes routes, const float *value, float *out, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < 256; i += gridDim.x * blockDim.x)
    out[i] = 0;
  cg::this_grid().sync();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    atomicAdd(&out[__ldg(routes.slot + i)], value[i]); // ok: noncoherent-load
}

__global__ void assignAndSend(Routes routes, const int *key, const float *value, float *out, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    routes.slot[i] = key[i] & 255;
  cg::this_grid().sync();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    atomicAdd(&out[__ldg(routes.slot + n - 1 - i)], value[i]); // expect: noncoherent-load
}
