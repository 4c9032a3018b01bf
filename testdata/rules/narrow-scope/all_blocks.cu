// Words that all blocks of the grid or cluster update.
#include <cooperative_groups.h>
#include <cuda/atomic>

__global__ void flush(const unsigned *key, int n, int *total) {
  __shared__ int part[64];
  for (int b = threadIdx.x; b < 64; b += blockDim.x)
    part[b] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
       i += gridDim.x * blockDim.x)
    atomicAdd_block(&part[key[i] & 63], 1); // ok: narrow-scope
  __syncthreads();
  for (int b = threadIdx.x; b < 64; b += blockDim.x)
    atomicMax_block(&total[b], part[b]); // expect: narrow-scope
}

__global__ void flushWide(const unsigned *key, int n, int *total) {
  __shared__ int part[64];
  for (int b = threadIdx.x; b < 64; b += blockDim.x)
    part[b] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
       i += gridDim.x * blockDim.x)
    atomicAdd_block(&part[key[i] & 63], 1);
  __syncthreads();
  for (int b = threadIdx.x; b < 64; b += blockDim.x)
    atomicMax(&total[b], part[b]); // ok: narrow-scope
}

// One row of words for each block, and words of one block alone.
__global__ void rowOfBlock(int *rows, int *first, const unsigned *key,
                           int *rank) {
  for (int b = threadIdx.x; b < 64; b += blockDim.x)
    atomicAdd_block(&rows[blockIdx.x * 64 + key[b] % 64],
                    1); // ok: narrow-scope
  if (blockIdx.x == 0)
    for (int b = threadIdx.x; b < 256; b += blockDim.x)
      rank[b] = atomicAdd_block(&first[b / 4], 1); // ok: narrow-scope
}

using Block = cuda::atomic_ref<unsigned, cuda::thread_scope_block>;
using Device = cuda::atomic_ref<unsigned, cuda::thread_scope_device>;

__global__ void __cluster_dims__(2, 1, 1) gathered(unsigned *out) {
  __shared__ unsigned words[32], own[32];
  auto cluster = cooperative_groups::this_cluster();
  if (threadIdx.x < 32)
    words[threadIdx.x] = own[threadIdx.x] = 0;
  cluster.sync();
  unsigned *leader = cluster.map_shared_rank(words, 0);
  Block(own[threadIdx.x % 32]).fetch_add(1u); // ok: narrow-scope
  Block(leader[threadIdx.x % 32]) // expect: narrow-scope
      .fetch_or(threadIdx.x, cuda::memory_order_relaxed);
  Device(leader[threadIdx.x % 32]) // ok: narrow-scope
      .fetch_or(threadIdx.x, cuda::memory_order_relaxed);
  cluster.sync();
  if (threadIdx.x < 32)
    out[blockIdx.x * 32 + threadIdx.x] = words[threadIdx.x] + own[threadIdx.x];
}
