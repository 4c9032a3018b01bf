// The blocks of one GPU meet between two pieces that they push to another one,
// whom nothing tells of them.
#include <cuda_runtime.h>

__device__ void meet(unsigned *arrived, unsigned round) {
  __syncthreads();
  if (threadIdx.x == 0) {
    __threadfence(); // ok: narrow-scope
    unsigned at = atomicAdd(arrived, 1u);
    if (at + 1 == gridDim.x * round)
      atomicExch(arrived + 1, round);
    while (*(volatile unsigned *)(arrived + 1) != round)
      ;
    __threadfence();
  }
  __syncthreads();
}

__global__ void pushPieces(float *theirs, const float *mine, unsigned *arrived, int n, unsigned rounds) {
  for (unsigned r = 1; r <= rounds; ++r) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
      theirs[i] = mine[i];
    meet(arrived, r);
  }
}

// Told to whoever waits there.
__global__ void pushAndTell(float *theirs, const float *mine, unsigned *told, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    theirs[i] = mine[i];
  __syncthreads();
  if (threadIdx.x == 0) {
    __threadfence(); // expect: narrow-scope
    atomicAdd(told, 1u);
  }
}

int main() {
  float *theirs, *mine;
  unsigned *arrived, *told;
  cudaIpcMemHandle_t handle{}, word{};
  cudaIpcOpenMemHandle((void **)&theirs, handle, cudaIpcMemLazyEnablePeerAccess);
  cudaIpcOpenMemHandle((void **)&told, word, cudaIpcMemLazyEnablePeerAccess);
  cudaMalloc(&mine, 4096);
  cudaMalloc(&arrived, 8);
  int n = 1024;
  unsigned rounds = 3;
  void *all[] = {&theirs, &mine, &arrived, &n, &rounds};
  cudaLaunchCooperativeKernel((void *)pushPieces, 8, 128, all);
  pushAndTell<<<1, 128>>>(theirs, mine, told, n);
  return cudaDeviceSynchronize();
}
