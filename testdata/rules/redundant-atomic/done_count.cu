// A slot is claimed before the row is sent, and counted when it has been: the
// second count is waited for and cannot come first.
__global__ void send(const int *where, int *claimed, int *done, int *rows,
                     int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int k = i; k < n; k += gridDim.x * blockDim.x) {
    int slot = atomicAdd(&claimed[where[k]], 1); // ok: redundant-atomic
    rows[where[k] * n + slot] = k;
    __threadfence();
    atomicAdd(&done[where[k]], 1);
  }
  if (threadIdx.x == 0)
    while (*(volatile int *)&done[blockIdx.x] != n) {
    }
}

// Here the rank was there already: the count of the first pass returned it.
__global__ void countThenRank(const int *where, int *counts, int *ranks,
                              int *rows, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  atomicAdd(&counts[where[i]], 1);
  __syncthreads();
  int slot = atomicAdd(&ranks[where[i]], 1); // expect: redundant-atomic
  rows[where[i] * n + slot] = i;
}
