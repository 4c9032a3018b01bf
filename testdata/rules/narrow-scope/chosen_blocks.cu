// Words that blocks choose for themselves by their number, in every form that
// a choice takes, beside words that all blocks reach.
#include <cooperative_groups.h>

// Block b counts in its own 64 words of h.
__global__ void windowOfBlock(int *h, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    if (i >= blockIdx.x * 64 && i < (blockIdx.x + 1) * 64)
      atomicAdd_block(&h[i], 1); // ok: narrow-scope
}

__global__ void firstBlock(int *h, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    if (blockIdx.x < 1)
      atomicAdd_block(&h[i], 1); // ok: narrow-scope
}

__global__ void blockOfTheHost(int *h, const int *chosen, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    if (*chosen == blockIdx.x && n > 4)
      atomicAdd_block(&h[i], 1); // ok: narrow-scope
}

__global__ void blockByItsMode(int *h, const int *mode, int n) {
  if (mode[blockIdx.x] == 3)
    for (int i = threadIdx.x; i < n; i += blockDim.x)
      atomicAdd_block(&h[i], 1); // ok: narrow-scope
}

__global__ void guardedByBound(const float *x, int *h, float t, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && x[i] > t)
    atomicAdd_block(&h[threadIdx.x & 31], 1); // expect: narrow-scope
}

__global__ void returnedAtBound(const float *x, int *h, float t, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  if (x[i] > t)
    atomicAdd_block(&h[threadIdx.x & 31], 1); // expect: narrow-scope
}

__global__ void strided(const float *x, int *h, float t, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
       i += gridDim.x * blockDim.x)
    if (x[i] > t)
      atomicAdd_block(&h[threadIdx.x & 31], 1); // expect: narrow-scope
}

// What a block has counted for itself decides whether it adds, and every block
// may.
__global__ void whatWasCounted(const float *x, int *h, float t, int n) {
  __shared__ int found;
  if (threadIdx.x == 0)
    found = 0;
  __syncthreads();
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && x[i] > t)
    found = 1;
  __syncthreads();
  if (threadIdx.x == 0 && found > 0)
    atomicAdd_block(h, 1); // expect: narrow-scope
}

// In each cluster one block alone counts in the words of the first.
__global__ void __cluster_dims__(4, 1, 1) byOneRank(unsigned *out) {
  __shared__ unsigned w[32];
  auto cluster = cooperative_groups::this_cluster();
  if (threadIdx.x < 32)
    w[threadIdx.x] = 0;
  cluster.sync();
  if (cluster.block_rank() == 0)
    atomicAdd_block(cluster.map_shared_rank(w, 0), 1u); // ok: narrow-scope
  cluster.sync();
  if (threadIdx.x < 32)
    out[blockIdx.x * 32 + threadIdx.x] = w[threadIdx.x];
}

__global__ void __cluster_dims__(4, 1, 1) byEveryRank(unsigned *out) {
  __shared__ unsigned w[32];
  auto cluster = cooperative_groups::this_cluster();
  if (threadIdx.x < 32)
    w[threadIdx.x] = 0;
  cluster.sync();
  if (threadIdx.x == 0)
    atomicAdd_block(cluster.map_shared_rank(w, 0), 1u); // expect: narrow-scope
  cluster.sync();
  if (threadIdx.x < 32)
    out[blockIdx.x * 32 + threadIdx.x] = w[threadIdx.x];
}

// A cluster of one block.
__global__ void __cluster_dims__(1, 1, 1) alone(unsigned *out) {
  __shared__ unsigned w[32];
  auto cluster = cooperative_groups::this_cluster();
  if (threadIdx.x < 32)
    w[threadIdx.x] = 0;
  cluster.sync();
  atomicAdd_block(cluster.map_shared_rank(w, 0), 1u); // ok: narrow-scope
  cluster.sync();
  if (threadIdx.x < 32)
    out[blockIdx.x * 32 + threadIdx.x] = w[threadIdx.x];
}
