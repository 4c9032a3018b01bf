// Barriers of the grid, by hand and not.

#include <cooperative_groups.h>

__device__ unsigned arrived;

__device__ void barrier(unsigned goal) {
  __syncthreads();
  if (threadIdx.x == 0) {
    __threadfence();
    atomicAdd(&arrived, 1u);
    while (*(volatile unsigned *)&arrived < goal) {
    }
    __threadfence();
  }
  __syncthreads();
}

__global__ void relax(float *x, int n, int steps) {
  for (int s = 1; s <= steps; ++s) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
      x[i] *= 0.5f;
    barrier(s * gridDim.x);
  }
}

__global__ void few(float *x, int n, int steps) {
  for (int s = 1; s <= steps; ++s) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
      x[i] *= 0.5f;
    barrier(s * gridDim.x);
  }
}

__global__ void synced(float *x) {
  x[blockIdx.x * blockDim.x + threadIdx.x] = 0;
  cooperative_groups::this_grid().sync();
  x[blockIdx.x * blockDim.x + threadIdx.x] += 1;
}

void run(float *x, int n) {
  relax<<<(n + 255) / 256, 256>>>(x, n, 4); // expect: uncooperative-grid-barrier
  few<<<4, 256>>>(x, n, 4);                 // ok: uncooperative-grid-barrier
}
