// One array, whose index is read from another, cleared in halves and counted
// as a whole: the index is no beginning of a part.
__global__ void clearedInHalves(const size_t *order, unsigned *words, int n) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  if (t >= n)
    return;
  size_t i = order[t];
  words[i] = 0; // expect: mixed-access
  atomicAdd((unsigned long long *)&words[i], 1ull);
}

__global__ void setInHalves(const size_t *order, unsigned *cells, int n) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  if (t >= n)
    return;
  size_t i = order[t];
  *(volatile unsigned *)&cells[i] = 1; // expect: mixed-access
  atomicAdd((unsigned long long *)&cells[i], 1ull);
}

__global__ void clearedAsWhole(const size_t *order, unsigned long long *words, int n) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  if (t >= n)
    return;
  size_t i = order[t];
  atomicExch(&words[i], 0ull); // ok: mixed-access
  atomicAdd(&words[i], 1ull);
}

// The first word of the block's row counts; when all have counted, the row is
// filled anew in another size.
__global__ void countThenFill(unsigned long long *rows, const int *x, int n,
                              int *counts) {
  unsigned long long *row = rows + 1024 * blockIdx.x;
  unsigned *count = reinterpret_cast<unsigned *>(row);
  if (threadIdx.x == 0)
    *count = 0;
  __syncthreads();
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    if (x[blockIdx.x * n + i] > 0)
      atomicAdd(count, 1u); // expect: contended-atomic
  __syncthreads();
  if (threadIdx.x == 0)
    counts[blockIdx.x] = *count;
  __syncthreads();
  for (int i = threadIdx.x; i < 1024; i += blockDim.x)
    row[i] = 0; // ok: mixed-access
}

// With no meeting before the row is filled, counts are lost.
__global__ void countAndFill(unsigned long long *rows, const int *x, int n) {
  unsigned long long *row = rows + 1024 * blockIdx.x;
  unsigned *count = reinterpret_cast<unsigned *>(row);
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    if (x[blockIdx.x * n + i] > 0)
      atomicAdd(count, 1u); // expect: contended-atomic
  for (int i = threadIdx.x; i < 1024; i += blockDim.x)
    row[i] = 0; // expect: mixed-access
}

// Rows of 128 that are filled 512 wide: the next blocks' counts go with them.
__global__ void countThenFillOver(unsigned long long *rows, const int *x, int n) {
  unsigned long long *row = rows + 128 * blockIdx.x;
  unsigned *count = reinterpret_cast<unsigned *>(row);
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    if (x[blockIdx.x * n + i] > 0)
      atomicAdd(count, 1u); // expect: contended-atomic
  __syncthreads();
  for (int i = threadIdx.x; i < 512; i += blockDim.x)
    row[i] = 0; // expect: mixed-access
}
