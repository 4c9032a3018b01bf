// A cell of several coordinates, each cut down from a float.
struct Box {
  float3 low;
  float scale;
  int3 size;
};
__global__ void count_cells(const float3 *at, int n, Box box, int *counts) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int x = int((at[i].x - box.low.x) * box.scale), y = int((at[i].y - box.low.y) * box.scale);
  counts[y * box.size.x + x] += 1; // expect: lost-update
}
__global__ void count_cells_atomic(const float3 *at, int n, Box box, int *counts) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int x = int((at[i].x - box.low.x) * box.scale), y = int((at[i].y - box.low.y) * box.scale);
  atomicAdd(&counts[y * box.size.x + x], 1); // ok: lost-update
}

// A start from a table and a number within it: each thread may have its own.
__global__ void placed(const int *row, const int *start, const int *rank, const float *x, int n, float *sum) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    sum[start[i] + rank[i]] += x[i]; // ok: lost-update
}
__global__ void placed_by_float(const float *y, const int *rank, const float *x, int n, float *sum) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    sum[int(y[i]) * 1024 + rank[i]] += x[i]; // ok: lost-update
}
