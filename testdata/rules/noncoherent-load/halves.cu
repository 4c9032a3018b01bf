// Vectors of halves are elements of arrays, not records: what is written to one
// array says nothing of another. Inputs are read across a barrier of the grid.
#include <cooperative_groups.h>
#include <cuda_fp16.h>

struct half4 {
  half2 x, y;
};

__global__ void scale(const half4 *__restrict__ factors, half4 *mid,
                      half4 *out, const half4 *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  mid[i].x = in[i].x;
  mid[i].y = in[i].y;
  cooperative_groups::this_grid().sync();
  int j = gridDim.x * blockDim.x - 1 - i;
  out[i].x = __hmul2(mid[j].x, factors[i].x); // ok: noncoherent-load
  out[i].y = __hmul2(mid[j].y, factors[i].y);
}

__global__ void scaleByLdg(const half2 *factors, half2 *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  cooperative_groups::this_grid().sync();
  out[i] = __ldg(&factors[i]); // ok: noncoherent-load
}

__global__ void reversed(half2 *mid, half2 *out, const half2 *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  mid[i] = in[i];
  cooperative_groups::this_grid().sync();
  out[i] = __ldg(&mid[gridDim.x * blockDim.x - 1 - i]); // expect: noncoherent-load
}
