__global__ void prod(float *data, unsigned *flag) {
  data[blockIdx.x * blockDim.x + threadIdx.x] = 1.f;
  __syncwarp();
  if (threadIdx.x == 0) {
    __threadfence();
    atomicAdd(flag, 1u);  // expect: publish-before-block-done
  }
}
