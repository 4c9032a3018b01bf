// Status and value apart, and nothing between the two reads.

__global__ void split(volatile unsigned *status, unsigned *value,
                      const unsigned *in, unsigned *out) {
  unsigned tile = blockIdx.x;
  if (threadIdx.x == 0) {
    value[tile] = in[tile];
    __threadfence();
    status[tile] = 1;
    if (tile > 0) {
      while (status[tile - 1] == 0) { // expect: relaxed-poll
      }
      out[tile] = value[tile - 1];
    }
  }
}

__global__ void gridBarrierWithoutAcquire(unsigned *count, float *a, float *b) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  a[i] = float(i);
  __syncthreads();
  if (threadIdx.x == 0) {
    __threadfence();
    atomicAdd(count, 1u);
    while (*(volatile unsigned *)count < gridDim.x) { // expect: relaxed-poll
    }
  }
  __syncthreads();
  b[i] = a[i ^ 64];
}
