// Grids that the host sizes by what fits on the device.

__device__ unsigned arrived;

__global__ void relax(float *x, int n, int steps) {
  for (int s = 1; s <= steps; ++s) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
      x[i] *= 0.5f;
    __syncthreads();
    if (threadIdx.x == 0) {
      __threadfence();
      atomicAdd(&arrived, 1u);
      while (*(volatile unsigned *)&arrived < s * gridDim.x) {
      }
      __threadfence();
    }
    __syncthreads();
  }
}

void runOnEveryMultiprocessor(float *x, int n) {
  int each, multiprocessors;
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&each, relax, 256, 0);
  cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, 0);
  relax<<<each * multiprocessors, 256>>>(x, n, 4); // ok: uncooperative-grid-barrier
}

static int blocksThatFit() {
  cudaDeviceProp properties;
  cudaGetDeviceProperties(&properties, 0);
  return properties.multiProcessorCount;
}

void runOnWhatFits(float *x, int n) {
  relax<<<blocksThatFit(), 256>>>(x, n, 4); // ok: uncooperative-grid-barrier
}

void runOnAKnownNumber(float *x, int n) {
  relax<<<4096, 256>>>(x, n, 4); // expect: uncooperative-grid-barrier
}
