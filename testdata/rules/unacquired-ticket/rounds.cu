// One ticket a round: the fence of the next round orders nothing for the last block of this one.

__global__ void perRound(const float *x, float *part, float *sum, unsigned *drawn, int rounds) {
  __shared__ bool is_last;
  for (int r = 0; r < rounds; ++r) {
    if (threadIdx.x == 0) {
      part[r * gridDim.x + blockIdx.x] = x[r * gridDim.x + blockIdx.x];
      __threadfence();
      is_last = atomicAdd(&drawn[r], 1u) + 1 == gridDim.x; // expect: unacquired-ticket
    }
    __syncthreads();
    if (is_last) {
      float s = 0;
      for (unsigned b = threadIdx.x; b < gridDim.x; b += blockDim.x)
        s += part[r * gridDim.x + b];
      sum[r * blockDim.x + threadIdx.x] = s;
    }
    __syncthreads();
  }
}

__global__ void perRoundInOrder(const float *x, float *part, float *sum, unsigned *drawn, int rounds) {
  __shared__ bool is_last;
  for (int r = 0; r < rounds; ++r) {
    if (threadIdx.x == 0) {
      part[r * gridDim.x + blockIdx.x] = x[r * gridDim.x + blockIdx.x];
      __threadfence();
      is_last = atomicAdd(&drawn[r], 1u) + 1 == gridDim.x; // ok: unacquired-ticket
      __threadfence();
    }
    __syncthreads();
    if (is_last) {
      float s = 0;
      for (unsigned b = threadIdx.x; b < gridDim.x; b += blockDim.x)
        s += part[r * gridDim.x + b];
      sum[r * blockDim.x + threadIdx.x] = s;
    }
    __syncthreads();
  }
}
