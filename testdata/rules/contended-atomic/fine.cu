// What is no contention, or cannot be helped.

// The gradient of a negative log likelihood: the target comes from the data.
__global__ void nllBackward(const long *target, const float *weight, float *grad,
                            int n, int classes) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    atomicAdd(&grad[i * classes + target[i]], -weight[target[i]]); // ok: contended-atomic, known-index-atomic, redundant-atomic
}

// Edges of a graph.
__global__ void edges(const int *from, const int *to, const float *w, float *rank,
                      int n) {
  for (int e = blockIdx.x * blockDim.x + threadIdx.x; e < n;
       e += gridDim.x * blockDim.x)
    atomicAdd(&rank[to[e]], w[e] * from[e]); // ok: contended-atomic, known-index-atomic
}

// A flag that is raised when something changed.
__global__ void relax(const int *d, int *e, int *changed, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && d[i] < e[i]) {
    e[i] = d[i];
    atomicExch(changed, 1); // ok: contended-atomic
  }
}

// One block only, chosen by its number.
__global__ void statistics(const float *x, float *mean) {
  if (blockIdx.x == 0)
    atomicAdd(mean, x[threadIdx.x]); // ok: contended-atomic
}

// A grid that is known to be small.
__global__ void few(const float *x, float *sum) {
  atomicAdd(sum, x[blockIdx.x * blockDim.x + threadIdx.x]); // ok: contended-atomic
}
void launchFew(const float *x, float *sum) { few<<<2, 128>>>(x, sum); }

// A list: the new head does not rest on the old one, every push is its own.
__global__ void push(int *next, int *head) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, old = *(volatile int *)head, seen;
  do {
    seen = old;
    next[i] = seen;
    old = atomicCAS(head, seen, i); // ok: contended-atomic
  } while (old != seen);
}

// Split over the inner dimension: blocks meet, threads of a block do not.
__global__ void splitK(const float *a, const float *b, float *c, int m, int n,
                       int k) {
  int row = blockIdx.y, col = blockIdx.x * blockDim.x + threadIdx.x;
  if (col >= n)
    return;
  float sum = 0;
  for (int i = blockIdx.z; i < k; i += gridDim.z)
    sum += a[row * k + i] * b[i * n + col];
  atomicAdd(&c[row * n + col], sum); // ok: contended-atomic, known-index-atomic, redundant-atomic
}

// Work is drawn by one thread for its block.
__global__ void persistent(int *next, const float *x, float *y, int n) {
  __shared__ int tile;
  while (true) {
    if (threadIdx.x == 0)
      tile = atomicAdd(next, 1); // ok: contended-atomic, redundant-atomic
    __syncthreads();
    if (tile >= n)
      return;
    y[tile * blockDim.x + threadIdx.x] = x[tile * blockDim.x + threadIdx.x] * 2;
    __syncthreads();
  }
}

// The rank in a group of lanes, a result that every iteration wants, and the
// partial result of a block: as they should be.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void rounds(const int *x, int *votes, int n, int rounds) {
  __shared__ int yes;
  for (int r = 0; r < rounds; ++r) {
    if (threadIdx.x == 0)
      yes = 0;
    __syncthreads();
    atomicAdd(&yes, x[r * blockDim.x + threadIdx.x]); // ok: contended-atomic
    __syncthreads();
    if (threadIdx.x == 0)
      votes[r] = yes;
    __syncthreads();
  }
}
__global__ void flush(const float *x, float *sum, int rows, int cols) {
  extern __shared__ float part[];
  cg::thread_block block = cg::this_thread_block();
  for (int c = block.thread_rank(); c < cols; c += block.size())
    part[c] = 0;
  block.sync();
  for (int r = blockIdx.x; r < rows; r += gridDim.x)
    for (int c = threadIdx.x; c < cols; c += blockDim.x)
      part[c] += x[r * cols + c];
  block.sync();
  for (int c = threadIdx.x; c < cols; c += blockDim.x)
    atomicAdd(&sum[c], part[c]); // ok: contended-atomic, known-index-atomic
}
