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

// What is no number is rare as well.
__global__ void count_nan(const float *value, unsigned n, unsigned *bad) {
  for (unsigned i = threadIdx.x + blockIdx.x * blockDim.x; i < n;
       i += blockDim.x * gridDim.x)
    if (isnan(value[i]) || isinf(value[i]))
      atomicAdd(bad, 1u); // expect: contended-atomic
}

__global__ void count_unequal_to_itself(const double *value, unsigned n,
                                        unsigned *bad) {
  for (unsigned i = threadIdx.x + blockIdx.x * blockDim.x; i < n;
       i += blockDim.x * gridDim.x)
    if (value[i] != value[i] || !isfinite(value[i]))
      atomicAdd(bad, 1u); // expect: contended-atomic
}

__global__ void count_numbers(const float *value, unsigned n, unsigned *good) {
  for (unsigned i = threadIdx.x + blockIdx.x * blockDim.x; i < n;
       i += blockDim.x * gridDim.x)
    if (!isnan(value[i]))
      atomicAdd(good, 1u); // expect: contended-atomic
}

// The last bin takes what lies beyond it.
__global__ void angles(const float *value, unsigned n, int *bins, int count) {
  for (unsigned i = threadIdx.x + blockIdx.x * blockDim.x; i < n;
       i += blockDim.x * gridDim.x) {
    int bin = int(value[i] * count);
    if (bin > count - 1)
      atomicAdd(&bins[count - 1], 1); // expect: contended-atomic
    else
      atomicAdd(&bins[bin], 1);
  }
}

__global__ void large_ones(const float *value, unsigned n, int *bins,
                           int *large, int count) {
  for (unsigned i = threadIdx.x + blockIdx.x * blockDim.x; i < n;
       i += blockDim.x * gridDim.x) {
    int bin = int(value[i] * count);
    if (bin > count - 1)
      atomicAdd(large, 1); // expect: contended-atomic
    else
      bins[i] = bin;
  }
}
