__global__ void store(float *data, unsigned *count) {
  data[blockIdx.x * blockDim.x + threadIdx.x] = threadIdx.x;
  __syncthreads();
  if (threadIdx.x == 0) {
    __threadfence_system();
    atomicAdd(count, 1u);
  }
}
