// A barrier that is met once per round, whose last arrival sets the count back. The others wait for the full count, or for the
// zero: in the next round the first arrival undoes it.

__device__ void meetAtFull(unsigned *count) {
  __syncthreads();
  if (threadIdx.x == 0) {
    __threadfence();
    if (atomicAdd(count, 1u) == gridDim.x - 1) { // expect: uncooperative-grid-barrier
      atomicExch(count, 0u);
    } else {
      while (*(volatile unsigned *)count < gridDim.x) {
      }
    }
    __threadfence();
  }
  __syncthreads();
}

__device__ void meetAtZero(unsigned *count) {
  __syncthreads();
  if (threadIdx.x == 0) {
    __threadfence();
    if (atomicAdd(count, 1u) == gridDim.x - 1) { // expect: uncooperative-grid-barrier
      atomicExch(count, 0u);
    } else {
      while (*(volatile unsigned *)count != 0) {
      }
    }
    __threadfence();
  }
  __syncthreads();
}

__device__ void meetOnce(unsigned *count) {
  __syncthreads();
  if (threadIdx.x == 0) {
    __threadfence();
    if (atomicAdd(count, 1u) == gridDim.x - 1) { // ok: uncooperative-grid-barrier
      atomicExch(count, 0u);
    } else {
      while (*(volatile unsigned *)count != 0) {
      }
    }
    __threadfence();
  }
  __syncthreads();
}

__device__ void meetInTurn(unsigned *count) {
  __syncthreads();
  if (threadIdx.x == 0) {
    __threadfence();
    if (atomicAdd(count, 1u) == gridDim.x - 1) { // ok: uncooperative-grid-barrier
      atomicExch(count, 0u);
    } else {
      while (*(volatile unsigned *)count != 0) {
      }
    }
    __threadfence();
  }
  __syncthreads();
}

__global__ void smoothFull(float *a, float *b, int n, int rounds, unsigned *count) {
  for (int r = 0; r < rounds; ++r) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i + 1 < n; i += gridDim.x * blockDim.x)
      b[i] = 0.5f * (a[i] + a[i + 1]);
    meetAtFull(count);
    float *t = a;
    a = b;
    b = t;
  }
}

__global__ void smoothZero(float *a, float *b, int n, int rounds, unsigned *count) {
  for (int r = 0; r < rounds; ++r) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i + 1 < n; i += gridDim.x * blockDim.x)
      b[i] = 0.5f * (a[i] + a[i + 1]);
    meetAtZero(count);
    float *t = a;
    a = b;
    b = t;
  }
}

__global__ void smoothOnce(float *a, float *b, float *c, int n, unsigned *count) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i + 1 < n; i += gridDim.x * blockDim.x)
    b[i] = 0.5f * (a[i] + a[i + 1]);
  meetOnce(count);
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i + 2 < n; i += gridDim.x * blockDim.x)
    c[i] = 0.5f * (b[i] + b[i + 1]);
}

// Nobody comes to the first barrier again before all have left the second.
__global__ void smoothInTurn(float *a, float *b, int n, int rounds, unsigned *first, unsigned *second) {
  for (int r = 0; r < rounds; ++r) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i + 1 < n; i += gridDim.x * blockDim.x)
      b[i] = 0.5f * (a[i] + a[i + 1]);
    meetInTurn(first);
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
      a[i] = b[i];
    meetInTurn(second);
  }
}
