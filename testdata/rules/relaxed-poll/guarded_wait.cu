// Each block waits for the one before it, the first one for nobody, and asks the same question again where it reads. The fence of a
// turn stands behind the read: it comes too late for it.

constexpr int Width = 32;

__global__ void rows(float *field, int *finished, int turns) {
  const int me = blockIdx.x;
  for (int t = 0; t < turns; ++t) {
    if (me > 0 && threadIdx.x == 0) {
    look:
      if (*(volatile int *)&finished[me - 1] <= t) // expect: relaxed-poll
        goto look;
    }
    __syncthreads();
    float above = me > 0 ? field[((me - 1) * turns + t) * Width + threadIdx.x] : 1.0f;
    field[(me * turns + t) * Width + threadIdx.x] += above;
    __syncthreads();
    if (threadIdx.x == 0) {
      __threadfence();
      atomicAdd(&finished[me], 1);
    }
  }
}

__global__ void rowsInOrder(float *field, int *finished, int turns) {
  const int me = blockIdx.x;
  for (int t = 0; t < turns; ++t) {
    if (me > 0 && threadIdx.x == 0) {
    look:
      if (*(volatile int *)&finished[me - 1] <= t) // ok: relaxed-poll
        goto look;
      __threadfence();
    }
    __syncthreads();
    float above = me > 0 ? field[((me - 1) * turns + t) * Width + threadIdx.x] : 1.0f;
    field[(me * turns + t) * Width + threadIdx.x] += above;
    __syncthreads();
    if (threadIdx.x == 0) {
      __threadfence();
      atomicAdd(&finished[me], 1);
    }
  }
}
