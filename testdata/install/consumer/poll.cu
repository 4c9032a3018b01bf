// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <count.cuh>
__global__ void consume(Flag *flag, int *data, int *out) {
  if (threadIdx.x == 0)
    while (*flag == 0) {
    }
  __syncthreads();
  out[threadIdx.x] = data[threadIdx.x];
}
