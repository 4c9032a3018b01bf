// Whose attribute it is: that of this launch, of another one, or of nobody.
#include <cuda_runtime.h>

__device__ void meetAll(unsigned *arrived) {
  __syncthreads();
  if (threadIdx.x == 0) {
    __threadfence();
    atomicAdd(arrived, 1u);
    while (*(volatile unsigned *)arrived < gridDim.x) {
    }
    __threadfence();
  }
  __syncthreads();
}

__global__ void meetFirst(unsigned *arrived, float *x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    x[i] *= 2.0f;
  meetAll(arrived);
  if (i < n)
    x[i] += x[n - 1 - i];
}

__global__ void meetSecond(unsigned *arrived, float *x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    x[i] += 2.0f;
  meetAll(arrived);
  if (i < n)
    x[i] += x[n - 1 - i];
}

__global__ void meetApart(unsigned *arrived, float *x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    x[i] -= 1.0f;
  meetAll(arrived);
  if (i < n)
    x[i] += x[n - 1 - i];
}

__global__ void meetFilled(unsigned *arrived, float *x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    x[i] *= 0.5f;
  meetAll(arrived);
  if (i < n)
    x[i] += x[n - 1 - i];
}

__global__ void meetListed(unsigned *arrived, float *x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    x[i] = 0.0f;
  meetAll(arrived);
  if (i < n)
    x[i] += x[n - 1 - i];
}

// Two launches of one function: the attribute is the first one's.
void runBoth(unsigned *arrived, float *x, int n, cudaStream_t stream) {
  cudaLaunchConfig_t one = {};
  one.gridDim = (n + 255) / 256;
  one.blockDim = 256;
  cudaLaunchAttribute with[1];
  with[0].id = cudaLaunchAttributeCooperative;
  with[0].val.cooperative = 1;
  one.attrs = with;
  one.numAttrs = 1;
  cudaLaunchKernelEx(&one, meetFirst, arrived, x, n); // ok: uncooperative-grid-barrier
  cudaLaunchConfig_t two = {};
  two.gridDim = (n + 255) / 256;
  two.blockDim = 256;
  two.stream = stream;
  cudaLaunchKernelEx(&two, meetSecond, arrived + 1, x, n); // expect: uncooperative-grid-barrier
}

// The attribute is taken back.
void runApart(unsigned *arrived, float *x, int n) {
  cudaLaunchConfig_t how = {};
  how.gridDim = (n + 255) / 256;
  how.blockDim = 256;
  cudaLaunchAttribute with[1];
  with[0].id = cudaLaunchAttributeCooperative;
  with[0].val.cooperative = 0;
  how.attrs = with;
  how.numAttrs = 1;
  cudaLaunchKernelEx(&how, meetApart, arrived, x, n); // expect: uncooperative-grid-barrier
}

// Who fills the configuration is given the attribute: it may be set.
void fill(cudaLaunchConfig_t *how, cudaLaunchAttribute *with, cudaLaunchAttributeID id);
void runFilled(unsigned *arrived, float *x, int n) {
  cudaLaunchConfig_t how = {};
  cudaLaunchAttribute with[1];
  how.gridDim = (n + 255) / 256;
  how.blockDim = 256;
  fill(&how, with, cudaLaunchAttributeCooperative);
  cudaLaunchKernelEx(&how, meetFilled, arrived, x, n); // ok: uncooperative-grid-barrier
}

void runListed(unsigned *arrived, float *x, int n) {
  cudaLaunchAttribute with[1] = {{cudaLaunchAttributeCooperative}};
  with[0].val.cooperative = 1;
  cudaLaunchConfig_t how = {dim3((n + 255) / 256), dim3(256), 0, nullptr, with, 1};
  cudaLaunchKernelEx(&how, meetListed, arrived, x, n); // ok: uncooperative-grid-barrier
}
