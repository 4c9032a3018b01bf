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
