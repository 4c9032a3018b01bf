// A barrier with a count and a generation: which of the two words comes first.

struct Gate {
  unsigned count, generation;
};

__device__ void openedFirst(Gate *g) {
  __syncthreads();
  if (threadIdx.x == 0) {
    unsigned now = *(volatile unsigned *)&g->generation;
    __threadfence();
    if (atomicAdd(&g->count, 1u) == gridDim.x - 1) {
      atomicAdd(&g->generation, 1u);
      atomicExch(&g->count, 0u); // expect: uncooperative-grid-barrier
    } else {
      while (*(volatile unsigned *)&g->generation == now) {
      }
    }
    __threadfence();
  }
  __syncthreads();
}

__device__ void resetFirst(Gate *g) {
  __syncthreads();
  if (threadIdx.x == 0) {
    unsigned now = *(volatile unsigned *)&g->generation;
    __threadfence();
    if (atomicAdd(&g->count, 1u) == gridDim.x - 1) {
      atomicExch(&g->count, 0u); // ok: uncooperative-grid-barrier
      __threadfence();
      atomicAdd(&g->generation, 1u);
    } else {
      while (*(volatile unsigned *)&g->generation == now) {
      }
    }
    __threadfence();
  }
  __syncthreads();
}

__device__ void openedLast(Gate *g) {
  __syncthreads();
  if (threadIdx.x == 0) {
    unsigned now = *(volatile unsigned *)&g->generation;
    __threadfence();
    if (atomicAdd(&g->count, 1u) == gridDim.x - 1) {
      atomicAdd(&g->generation, 1u);
      atomicExch(&g->count, 0u); // ok: uncooperative-grid-barrier
    } else {
      while (*(volatile unsigned *)&g->generation == now) {
      }
    }
    __threadfence();
  }
  __syncthreads();
}

__global__ void sweeps(Gate *g, float *a, float *b, int steps) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, n = gridDim.x * blockDim.x;
  for (int s = 0; s < steps; ++s) {
    b[i] = a[(i + 1) % n];
    openedFirst(g);
    a[i] = b[(i + 7) % n];
    openedFirst(g);
  }
}

// Once in a launch: the next one begins when this one has ended.
__global__ void sweepOnce(Gate *g, float *a, float *b) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, n = gridDim.x * blockDim.x;
  b[i] = a[(i + 1) % n];
  openedLast(g);
  a[i] = b[(i + 7) % n];
}

__global__ void sweepInOrder(Gate *g, float *a, float *b) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, n = gridDim.x * blockDim.x;
  b[i] = a[(i + 1) % n];
  resetFirst(g);
  a[i] = b[(i + 7) % n];
  resetFirst(g);
}
