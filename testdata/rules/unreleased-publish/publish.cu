// Data, then a flag that others wait for, with no release in between. The
// waiting side is right everywhere.
#include <cuda/atomic>

__global__ void exchange(unsigned *flag, float *data, float *out) {
  if (blockIdx.x == 0) {
    if (threadIdx.x == 0) {
      data[0] = 1.0f;
      atomicExch(flag, 1u); // expect: unreleased-publish
    }
    return;
  }
  if (threadIdx.x == 0) {
    while (atomicAdd(flag, 0u) == 0) { // expect: rmw-poll
    }
    __threadfence();
  }
  __syncthreads();
  out[threadIdx.x] = data[0];
}

__global__ void volatileStore(volatile unsigned *flag, float *data,
                              float *out) {
  if (blockIdx.x == 0) {
    if (threadIdx.x == 0) {
      data[0] = 1.0f;
      *flag = 1; // expect: unreleased-publish
    }
    return;
  }
  if (threadIdx.x == 0) {
    while (*flag == 0) {
    }
    __threadfence();
  }
  __syncthreads();
  out[threadIdx.x] = data[0];
}

__global__ void fenceAfterTheFlag(volatile unsigned *flag, float *data,
                                  float *out) {
  if (blockIdx.x == 0) {
    if (threadIdx.x == 0) {
      data[0] = 1.0f;
      *flag = 1; // expect: unreleased-publish
      __threadfence();
    }
    return;
  }
  if (threadIdx.x == 0) {
    while (*flag == 0) {
    }
    __threadfence();
  }
  __syncthreads();
  out[threadIdx.x] = data[0];
}
