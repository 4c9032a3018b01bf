// A launch whose configuration names the cooperative attribute, its value set
// elsewhere or not at all: the author asks for residence.
#include <cuda_runtime.h>

__global__ void meet(unsigned *arrived, float *x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    x[i] *= 2.0f;
  __syncthreads();
  if (threadIdx.x == 0) {
    __threadfence();
    atomicAdd(arrived, 1u);
    while (*(volatile unsigned *)arrived < gridDim.x) {
    }
    __threadfence();
  }
  __syncthreads();
  if (i < n)
    x[i] += x[n - 1 - i];
}

void runTogether(unsigned *arrived, float *x, int n, cudaStream_t stream) {
  cudaLaunchConfig_t how = {};
  how.gridDim = (n + 255) / 256;
  how.blockDim = 256;
  how.stream = stream;
  cudaLaunchAttribute with[1];
  with[0].id = cudaLaunchAttributeCooperative;
  how.attrs = with;
  how.numAttrs = 1;
  cudaLaunchKernelEx(&how, meet, arrived, x, n); // ok: uncooperative-grid-barrier
}

void runSomehow(unsigned *arrived, float *x, int n, cudaStream_t stream) {
  cudaLaunchConfig_t how = {};
  how.gridDim = (n + 255) / 256;
  how.blockDim = 256;
  how.stream = stream;
  cudaLaunchKernelEx(&how, meet, arrived, x, n); // expect: uncooperative-grid-barrier
}
