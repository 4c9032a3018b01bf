// Counts of what should not be there: neighbours out of order, values that lie
// outside of their bounds. Rare, so that only a note is due; counts of what
// data often are have a warning.

__global__ void check_order(const unsigned *keys, unsigned n, unsigned *bad) {
  for (unsigned i = threadIdx.x + blockIdx.x * blockDim.x; i + 1 < n;
       i += blockDim.x * gridDim.x)
    if (keys[i] > keys[i + 1])
      atomicAdd(&bad[0], 1u); // expect: contended-atomic
}

__global__ void check_tile(const float *keys, unsigned *bad) {
  __shared__ float tile[1025];
  for (unsigned i = threadIdx.x; i < 1025; i += blockDim.x)
    tile[i] = keys[blockIdx.x * 1024 + i];
  __syncthreads();
  for (unsigned i = threadIdx.x; i < 1024; i += blockDim.x) {
    if (tile[i] <= tile[i + 1])
      continue;
    atomicAdd(bad, 1u); // expect: contended-atomic
  }
}

__global__ void check_range(const int *column, int columns, unsigned n,
                            unsigned *bad) {
  for (unsigned i = threadIdx.x + blockIdx.x * blockDim.x; i < n;
       i += blockDim.x * gridDim.x) {
    int c = column[i];
    if (c < 0 || c >= columns)
      atomicAdd(bad, 1u); // expect: contended-atomic
  }
}

__global__ void count_inside(const int *value, int low, int high, unsigned n,
                             unsigned *found) {
  for (unsigned i = threadIdx.x + blockIdx.x * blockDim.x; i < n;
       i += blockDim.x * gridDim.x) {
    int v = value[i];
    if (v >= low && v < high)
      atomicAdd(found, 1u); // expect: contended-atomic
  }
}

__global__ void count_rows(const unsigned *row, unsigned n, unsigned *filled) {
  for (unsigned i = threadIdx.x + blockIdx.x * blockDim.x; i < n;
       i += blockDim.x * gridDim.x)
    if (row[i] < row[i + 1])
      atomicAdd(filled, 1u); // expect: contended-atomic
}
