// Two blocks share a word, by half their number: the one that waits is another than the one that raises it.

__global__ void halves(float *part, int *ready, float *out) {
  const int pair = blockIdx.x / 2;
  if (blockIdx.x % 2 == 1) {
    part[pair * blockDim.x + threadIdx.x] = threadIdx.x;
    __syncthreads();
    if (threadIdx.x == 0) {
      __threadfence();
      *(volatile int *)&ready[pair] = 1;
    }
    return;
  }
  if (threadIdx.x == 0) {
    while (*(volatile int *)&ready[pair] == 0) // expect: relaxed-poll
      ;
    __threadfence_block();
  }
  __syncthreads();
  out[pair * blockDim.x + threadIdx.x] = part[pair * blockDim.x + threadIdx.x];
}

__global__ void halvesInOrder(float *part, int *ready, float *out) {
  const int pair = blockIdx.x / 2;
  if (blockIdx.x % 2 == 1) {
    part[pair * blockDim.x + threadIdx.x] = threadIdx.x;
    __syncthreads();
    if (threadIdx.x == 0) {
      __threadfence();
      *(volatile int *)&ready[pair] = 1;
    }
    return;
  }
  if (threadIdx.x == 0) {
    while (*(volatile int *)&ready[pair] == 0) // ok: relaxed-poll
      ;
    __threadfence();
  }
  __syncthreads();
  out[pair * blockDim.x + threadIdx.x] = part[pair * blockDim.x + threadIdx.x];
}
