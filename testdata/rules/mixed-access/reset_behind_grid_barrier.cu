// A producer takes the count down to zero. Every block waits for that, then one
// block sets it up again: only once all of them have seen it.
__global__ void consume(unsigned *left, unsigned *arrived, int *out) {
  if (threadIdx.x == 0) {
    while (atomicCAS(left, 0u, 0u) != 0u) { // expect: rmw-poll
    }
    atomicInc(arrived, gridDim.x - 1);
    while (atomicCAS(arrived, 0u, 0u) != 0u) { // expect: rmw-poll
    }
    *left = 1; // ok: mixed-access
    __threadfence();
  }
  __syncthreads();
  out[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}

__global__ void consumeTooEarly(unsigned *left, int *out) {
  if (threadIdx.x == 0) {
    while (atomicCAS(left, 0u, 0u) != 0u) { // expect: rmw-poll
    }
    *left = 1; // expect: mixed-access
    __threadfence();
  }
  __syncthreads();
  out[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}
