// A fence for the block behind a ticket of the grid.

__global__ void narrow(const float *x, float *part, unsigned *ticket,
                       float *out) {
  __shared__ bool last;
  if (threadIdx.x == 0) {
    part[blockIdx.x] = x[blockIdx.x];
    __threadfence();
    last = atomicAdd(ticket, 1u) == gridDim.x - 1; // expect: unacquired-ticket
    __threadfence_block();
  }
  __syncthreads();
  if (last && threadIdx.x < gridDim.x)
    out[threadIdx.x] = part[threadIdx.x];
}

__global__ void wide(const float *x, float *part, unsigned *ticket,
                     float *out) {
  __shared__ bool last;
  if (threadIdx.x == 0) {
    part[blockIdx.x] = x[blockIdx.x];
    __threadfence();
    last = atomicAdd(ticket, 1u) == gridDim.x - 1; // ok: unacquired-ticket
    __threadfence();
  }
  __syncthreads();
  if (last && threadIdx.x < gridDim.x)
    out[threadIdx.x] = part[threadIdx.x];
}
