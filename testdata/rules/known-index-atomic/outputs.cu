// Outputs that a thread could own, and their owners.

// Pixels of a window: thread and counter meet in one sum.
__global__ void scatter1d(const float *x, const float *w, float *y, int n, int taps) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    for (int k = 0; k < taps; ++k)
      atomicAdd(&y[i + k], x[i] * w[k]); // expect: known-index-atomic
}
__global__ void gather1d(const float *x, const float *w, float *y, int n, int taps) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float v = 0;
  for (int k = 0; k < taps; ++k)
    if (i - k >= 0 && i - k < n)
      v += x[i - k] * w[k];
  y[i] = v; // ok: known-index-atomic
}

// col2im: rows and columns of the image from those of the windows.
__global__ void col2im(const float *col, float *im, int n, int height, int width,
                       int outH, int outW, int kernel, int pad, int stride) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int ow = i % outW, oh = i / outW % outH, c = i / (outW * outH);
  for (int r = 0; r < kernel; ++r)
    for (int s = 0; s < kernel; ++s) {
      int h = oh * stride - pad + r, w = ow * stride - pad + s;
      if (h >= 0 && h < height && w >= 0 && w < width)
        atomicAdd(&im[(c * height + h) * width + w], col[(i * kernel + r) * kernel + s]); // expect: known-index-atomic
    }
}

// The gradient of a bias: a channel is what is left of the index.
__global__ void biasGradient(const float *dy, float *db, int n, int area, int channels) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    atomicAdd(&db[i / area % channels], dy[i]); // expect: known-index-atomic
}
__global__ void biasOwned(const float *dy, float *db, int batch, int area, int channels) {
  int c = blockIdx.x * blockDim.x + threadIdx.x;
  if (c >= channels)
    return;
  float v = 0;
  for (int b = 0; b < batch; ++b)
    for (int p = 0; p < area; ++p)
      v += dy[(b * channels + c) * area + p];
  db[c] = v; // ok: known-index-atomic
}

// Rows of a matrix, one thread an element: no index along x takes part.
__global__ void rowSums(const float *x, float *sum, int rows, int cols) {
  int c = blockIdx.x * blockDim.x + threadIdx.x;
  int r = blockIdx.y * blockDim.y + threadIdx.y;
  if (r < rows && c < cols)
    atomicAdd(&sum[r], x[r * cols + c]); // expect: known-index-atomic
}

// A transpose of indices: every digit is there, so nobody meets.
__global__ void permuted(const float *x, float *y, int n, int height, int width) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    atomicAdd(&y[i % width * height + i / width], x[i]); // ok: known-index-atomic, redundant-atomic
}

// Tiles of a thread: the counter fills what the thread's step leaves.
__global__ void tiles(const float *x, float *y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int k = 0; k < 4; ++k)
    atomicAdd(&y[i * 4 + k], x[i * 4 + k]); // ok: known-index-atomic
}

// Each block adds its columns once.
__global__ void columnsOfBlock(const float *x, float *sum, int rows, int cols) {
  int c = blockIdx.x * blockDim.x + threadIdx.x;
  float v = 0;
  for (int r = blockIdx.y; r < rows; r += gridDim.y)
    v += x[r * cols + c];
  atomicAdd(&sum[c], v); // ok: known-index-atomic, redundant-atomic
}
// The same with an atomic for each row.
__global__ void columnsOfRows(const float *x, float *sum, int rows, int cols) {
  for (int r = blockIdx.x; r < rows; r += gridDim.x)
    for (int c = threadIdx.x; c < cols; c += blockDim.x)
      atomicAdd(&sum[c], x[r * cols + c]); // expect: known-index-atomic
}

// Gradients of weights: the samples of a batch are blocks along z, and each
// brings one product.
__global__ void weightsOfBatch(const float *in, const float *grad, float *dw,
                               int wide, int tall) {
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  int row = blockIdx.y, sample = blockIdx.z;
  if (col < wide)
    atomicAdd(&dw[row * wide + col], in[sample * wide + col] * grad[sample * tall + row]); // expect: known-index-atomic
}
__global__ void weightsSummed(const float *in, const float *grad, float *dw,
                              int wide, int tall, int samples) {
  int col = blockIdx.x * blockDim.x + threadIdx.x;
  int row = blockIdx.y;
  float v = 0;
  if (col >= wide)
    return;
  for (int s = blockIdx.z; s < samples; s += gridDim.z)
    v += in[s * wide + col] * grad[s * tall + row];
  atomicAdd(&dw[row * wide + col], v); // ok: known-index-atomic
}
// Column sums, one row a block.
__global__ void columnsByRows(const float *m, float *sum) {
  atomicAdd(&sum[threadIdx.x], m[blockIdx.x * blockDim.x + threadIdx.x]); // expect: known-index-atomic
}
// The block number over two axes: all of it is in the index.
__global__ void blocksInARow(const float *m, float *sum, int n) {
  int b = blockIdx.y * gridDim.x + blockIdx.x;
  int i = b * blockDim.x + threadIdx.x;
  if (i < n)
    atomicAdd(&sum[i], m[i]); // ok: known-index-atomic
}
// Totals of a block, added by the first threads.
__global__ void columnTotals(const float *m, float *sum, int wide, int tall) {
  __shared__ float part[16];
  int c = threadIdx.x % 16, col = blockIdx.y * 16 + c;
  if (threadIdx.x < 16)
    part[threadIdx.x] = 0;
  __syncthreads();
  float v = 0;
  for (int r = blockIdx.x; r < tall; r += gridDim.x)
    v += m[r * wide + col];
  atomicAdd(&part[c], v);
  __syncthreads();
  if (threadIdx.x < 16)
    atomicAdd(&sum[col], part[c]); // ok: known-index-atomic
}
