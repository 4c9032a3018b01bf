// A count of rounds that the first block reads and steps for the whole grid,
// while the others do nothing or something else.
__global__ void firstBlockOnly(unsigned long long *state, int *signal) {
  int block = blockIdx.x, thread = threadIdx.x;
  if (block > 0)
    return;
  int phase = (int)*state & 1; // ok: mixed-access
  if (thread < 8)
    atomicAdd_system(signal + thread, phase ? -1 : 1);
  __syncthreads();
  if (thread == 0)
    atomicAdd(state, 1ull); // ok: mixed-access
}

__global__ void firstBlockOfSeveral(unsigned long long *state, int *signal) {
  if (blockIdx.x == 0) {
    int phase = (int)*state & 1; // ok: mixed-access
    if (threadIdx.x < 8)
      atomicAdd_system(signal + threadIdx.x, phase ? -1 : 1);
    __syncthreads();
    if (threadIdx.x == 0)
      atomicAdd(state, 1ull);
  } else {
    signal[blockIdx.x * blockDim.x + threadIdx.x] = 0;
  }
}

// Each block steps it.
__global__ void everyBlock(unsigned long long *state, int *signal) {
  int phase = (int)*state & 1; // expect: mixed-access
  if (blockIdx.x * blockDim.x + threadIdx.x < 8)
    atomicAdd_system(signal + threadIdx.x, phase ? -1 : 1);
  __syncthreads();
  if (threadIdx.x == 0)
    atomicAdd(state, 1ull);
}

// All but the first read it, which steps it.
__global__ void othersRead(unsigned long long *state, int *signal) {
  if (blockIdx.x == 0) {
    if (threadIdx.x == 0)
      atomicAdd(state, 1ull);
  } else {
    int phase = (int)*state & 1; // expect: mixed-access
    signal[blockIdx.x * blockDim.x + threadIdx.x] = phase;
  }
}
