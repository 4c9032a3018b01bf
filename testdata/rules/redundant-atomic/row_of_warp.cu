// One warp has a row of its own: whatever its first lane puts in, no other
// thread touches the element.
__global__ void rows(const int *first, const int *at, const float *a,
                     const float *x, float *y, int n) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  int row = i >> 5, lane = threadIdx.x & 31;
  if (row >= n)
    return;
  float sum = 0;
  for (int k = first[row] + lane; k < first[row + 1]; k += 32)
    sum += a[k] * x[at[k]];
  for (int d = 16; d > 0; d >>= 1)
    sum += __shfl_xor_sync(0xffffffffu, sum, d);
  if (lane == 0)
    atomicAdd(y + row, sum); // expect: redundant-atomic
}

__global__ void rowsPlain(const int *first, const int *at, const float *a,
                          const float *x, float *y, int n) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  int row = i >> 5, lane = threadIdx.x & 31;
  if (row >= n)
    return;
  float sum = 0;
  for (int k = first[row] + lane; k < first[row + 1]; k += 32)
    sum += a[k] * x[at[k]];
  for (int d = 16; d > 0; d >>= 1)
    sum += __shfl_xor_sync(0xffffffffu, sum, d);
  if (lane == 0)
    y[row] += sum;
}

// Two warps have a row.
__global__ void halves(const int *first, const float *a, float *sums, int n) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  int row = i / 64, lane = threadIdx.x % 32;
  if (row >= n)
    return;
  float sum = 0;
  for (int k = first[row] + threadIdx.x % 64; k < first[row + 1]; k += 64)
    sum += a[k];
  for (int d = 16; d > 0; d >>= 1)
    sum += __shfl_xor_sync(0xffffffffu, sum, d);
  if (lane == 0)
    atomicAdd(sums + row, sum); // ok: redundant-atomic
}

// The row is split along the second axis of the grid.
__global__ void parts(const int *first, const float *a, float *kept, int n) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  int row = i / 32, lane = threadIdx.x % 32;
  if (row >= n)
    return;
  float sum = 0;
  for (int k = first[row] + lane + 32 * blockIdx.y; k < first[row + 1];
       k += 32 * gridDim.y)
    sum += a[k];
  for (int d = 16; d > 0; d >>= 1)
    sum += __shfl_xor_sync(0xffffffffu, sum, d);
  if (lane == 0)
    atomicAdd(kept + row, sum); // ok: redundant-atomic
}

// The element is named by data: two warps may name one.
__global__ void byData(const int *owner, const float *a, float *sums_of, int n) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  int row = i / 32, lane = threadIdx.x % 32;
  if (row >= n)
    return;
  float sum = a[i];
  for (int d = 16; d > 0; d >>= 1)
    sum += __shfl_xor_sync(0xffffffffu, sum, d);
  if (lane == 0)
    atomicAdd(sums_of + owner[row], sum); // ok: redundant-atomic
}
