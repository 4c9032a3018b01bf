// Every thread takes a lock of its column; the block combines first.

__device__ void add(int *lock, volatile float *sum, float v) {
  for (bool done = false; !done;)
    if (atomicCAS(lock, 0, 1) == 0) { // expect: contended-atomic
      __threadfence();
      *sum = *sum + v;
      __threadfence();
      atomicExch(lock, 0);
      done = true;
    }
}
__global__ void perThread(const float *x, int *lock, float *sum, int columns) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  add(&lock[threadIdx.x % columns], &sum[threadIdx.x % columns], x[i]);
}

__global__ void perBlock(const float *x, int *lock, float *sum) {
  float v = x[blockIdx.x * blockDim.x + threadIdx.x];
  for (int o = 16; o; o >>= 1)
    v += __shfl_down_sync(~0u, v, o);
  if (threadIdx.x != 0)
    return;
  while (atomicCAS(lock, 0, 1) != 0) // ok: contended-atomic
    __nanosleep(100);
  __threadfence();
  *sum = *(volatile float *)sum + v;
  __threadfence();
  atomicExch(lock, 0);
}

// One lock for all, for an update that one 64-bit atomic does.
__global__ void nearest(const float *d, int *lock, volatile float *best,
                        volatile int *which, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  for (bool done = false; !done;)
    if (atomicCAS(lock, 0, 1) == 0) { // expect: contended-atomic
      __threadfence();
      if (d[i] < *best) {
        *best = d[i];
        *which = i;
      }
      __threadfence();
      atomicExch(lock, 0);
      done = true;
    }
}
