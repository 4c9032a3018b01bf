// Rounds of a pipeline between blocks: each raises its flag of the round, then
// waits for its neighbour's.
__device__ void raise(int *flag) {
  asm volatile("st.release.gpu.global.s32 [%0], 1;" ::"l"(flag) : "memory");
}
__device__ void raise_for_all(int *flag) {
  asm volatile("st.relaxed.sys.global.s32 [%0], 1;" ::"l"(flag) : "memory");
}
__device__ int look(const int *flag) {
  int up;
  asm volatile("ld.acquire.gpu.global.s32 %0, [%1];" : "=r"(up) : "l"(flag) : "memory");
  return up;
}

__global__ void wide(float *row, int *up, int rounds) {
  unsigned left = (blockIdx.x + 1) % gridDim.x;
  for (int r = 0; r < rounds; ++r) {
    if (r > 0 && threadIdx.x == 0)
      while (!look(&up[(r - 1) * gridDim.x + left])) {
      }
    __syncthreads();
    float seen = row[(r * gridDim.x + left) * 64 + threadIdx.x];
    row[((r + 1) * gridDim.x + blockIdx.x) * 64 + threadIdx.x] = 0.5f * seen;
    __syncthreads();
    if (threadIdx.x == 0) {
      __threadfence_system(); // expect: wide-scope
      raise(&up[r * gridDim.x + blockIdx.x]);
    }
  }
}
__global__ void narrow(float *row, int *up, int rounds) {
  unsigned left = (blockIdx.x + 1) % gridDim.x;
  for (int r = 0; r < rounds; ++r) {
    if (r > 0 && threadIdx.x == 0)
      while (!look(&up[(r - 1) * gridDim.x + left])) {
      }
    __syncthreads();
    float seen = row[(r * gridDim.x + left) * 64 + threadIdx.x];
    row[((r + 1) * gridDim.x + blockIdx.x) * 64 + threadIdx.x] = 0.5f * seen;
    __syncthreads();
    if (threadIdx.x == 0) raise(&up[r * gridDim.x + blockIdx.x]); // ok: wide-scope
  }
}
// The flags of the rounds are accessed at system scope.
__global__ void between_devices(float *row, int *up, int rounds) {
  unsigned left = (blockIdx.x + 1) % gridDim.x;
  for (int r = 0; r < rounds; ++r) {
    if (r > 0 && threadIdx.x == 0)
      while (!look(&up[(r - 1) * gridDim.x + left])) {
      }
    __syncthreads();
    float seen = row[(r * gridDim.x + left) * 64 + threadIdx.x];
    row[((r + 1) * gridDim.x + blockIdx.x) * 64 + threadIdx.x] = 0.5f * seen;
    __syncthreads();
    if (threadIdx.x == 0) {
      __threadfence_system(); // ok: wide-scope
      raise_for_all(&up[r * gridDim.x + blockIdx.x]);
    }
  }
}

// Two that want in, each with a word that the other reads: one of them on
// another device, as the scope says.
__global__ void wants(int *mine, int *theirs, unsigned *entered) {
  if (threadIdx.x == 0) {
    raise_for_all(mine);
    __threadfence_system(); // ok: wide-scope
    if (!look(theirs)) atomicAdd(entered, 1u);
  }
}
