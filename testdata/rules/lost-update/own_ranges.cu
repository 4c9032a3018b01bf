// Each thread has a range of its own, from one quotient to the next.

__global__ void ownRange(float *sum, const float *part, int n) {
  const int pos = blockIdx.x * blockDim.x + threadIdx.x;
  const int size = blockDim.x * gridDim.x;
  for (int i = n * pos / size; i < n * (pos + 1) / size; ++i)
    sum[i] += 0.5f * part[i]; // ok: lost-update
}

__global__ void ownRangeOfDigits(float sum[8][16], const float bias[8]) {
  const int pos = blockIdx.x * blockDim.x + threadIdx.x;
  const int size = blockDim.x * gridDim.x;
  for (int n = 128 * pos / size; n < 128 * (pos + 1) / size; ++n) {
    int i = n % 8, j = n / 8 % 16;
    sum[i][j] += bias[i]; // ok: lost-update
  }
}

// A range that four neighbours share.
__global__ void sharedRange(float *sum, const float *part) {
  const int first = (blockIdx.x * blockDim.x + threadIdx.x) / 4 * 8;
  for (int i = 0; i < 8; ++i)
    sum[first + i] += part[i]; // expect: lost-update
}

// The number of the block, from a function that reads it.
struct Place {
  unsigned block, warp, lane, thread;
};
__device__ Place placeHere() {
  Place p;
  p.block = blockIdx.y * gridDim.x + blockIdx.x;
  p.thread = p.block * blockDim.x + threadIdx.x;
  p.warp = threadIdx.x / 32;
  p.lane = threadIdx.x % 32;
  return p;
}
__global__ void perBlock(double *weight, double more) {
  Place p = placeHere();
  if (threadIdx.x == 0)
    weight[p.block] += more; // ok: lost-update
}
void run(double *weight) {
  perBlock<<<dim3(1, 80), 128>>>(weight, 1.0);
}

// Rows of a sparse matrix: each thread has the elements of its row.
__global__ void scaleRows(float *value, const int *start, const int *column,
                          const float *scale, int rows) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows)
    return;
  for (int at = start[row]; at < start[row + 1]; ++at)
    value[at] = scale[row] * value[at] * scale[column[at]]; // ok: lost-update
}
// The columns of different rows are the same ones.
__global__ void sumColumns(float *sum, const float *value, const int *start,
                           const int *column, int rows) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows)
    return;
  for (int at = start[row]; at < start[row + 1]; ++at)
    sum[column[at]] += value[at]; // expect: lost-update
}

// The elements of each place in a row, and a part of the buffer behind others.
__global__ void scaleVectors(float *value, const int *start, const float *scale,
                             int rows, int width, int skipped) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows)
    return;
  int last = start[row + 1];
  for (int at = start[row]; at < last; ++at) {
    for (int d = 0; d < width; ++d)
      value[at * width + d] *= scale[d]; // ok: lost-update
    value[skipped + at] += 1.0f; // ok: lost-update
  }
}
// What is made of the counter leaves the row: other rows meet there.
__global__ void countPlaces(int *bins, const int *start, int rows, int n) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows)
    return;
  for (int at = start[row]; at < start[row + 1]; ++at) {
    bins[at & 63] += 1;      // expect: lost-update
    bins[64 + at % n] += 1;  // expect: lost-update
    bins[128 + at / 2] += 1; // expect: lost-update
  }
}
// Down from the start of the row: into the rows in front of it.
__global__ void countDown(int *bins, const int *start, int rows) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows)
    return;
  for (int at = start[row]; at >= start[row + 1]; --at)
    bins[at] += 1; // expect: lost-update
}

// From one offset of 64 bits to the next, counted in 32 bits.
__global__ void shiftRows(long long *value, const long long *row, const long long *by, int n) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r < n)
    for (int i = row[r]; i < row[r + 1]; ++i)
      value[i] += by[r]; // ok: lost-update
}

// To the end of the row after the next: neighbours overlap.
__global__ void shiftTwoRows(long long *value, const long long *row, const long long *by, int n) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r < n)
    for (int i = row[r]; i < row[r + 2]; ++i)
      value[i] += by[r]; // expect: lost-update
}
