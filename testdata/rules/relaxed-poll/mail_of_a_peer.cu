// Blocks of a cluster write into each other's shared memory and raise a flag
// there. The flag orders at cluster scope, on both sides, or not at all.
#include <cooperative_groups.h>
#include <cuda/atomic>
namespace cg = cooperative_groups;
using Flag = cuda::atomic_ref<int, cuda::thread_scope_device>;

__global__ void __cluster_dims__(2, 1, 1) bare(const float4 *in, float4 *out) {
  __shared__ float4 letter;
  __shared__ int raised;
  cg::cluster_group cluster = cg::this_cluster();
  if (threadIdx.x == 0)
    raised = 0;
  cluster.sync();
  if (threadIdx.x == 0 && cluster.block_rank() == 1) {
    float4 *there = cluster.map_shared_rank(&letter, 0);
    volatile int *flag = cluster.map_shared_rank(&raised, 0);
    *there = in[blockIdx.x];
    *flag = 1; // expect: unreleased-publish
  }
  if (threadIdx.x == 0 && cluster.block_rank() == 0) {
    while (*(volatile int *)&raised == 0) { // expect: relaxed-poll
    }
    out[blockIdx.x] = letter;
  }
  cluster.sync();
}

__global__ void __cluster_dims__(2, 1, 1) ordered(const float4 *in, float4 *out) {
  __shared__ float4 letter;
  __shared__ int raised;
  cg::cluster_group cluster = cg::this_cluster();
  if (threadIdx.x == 0)
    raised = 0;
  cluster.sync();
  if (threadIdx.x == 0 && cluster.block_rank() == 1) {
    *cluster.map_shared_rank(&letter, 0) = in[blockIdx.x];
    Flag(*cluster.map_shared_rank(&raised, 0)).store(1, cuda::memory_order_release); // ok: unreleased-publish
  }
  if (threadIdx.x == 0 && cluster.block_rank() == 0) {
    while (Flag(raised).load(cuda::memory_order_acquire) == 0) { // ok: relaxed-poll
    }
    out[blockIdx.x] = letter;
  }
  cluster.sync();
}

// Fences do as well.
__global__ void __cluster_dims__(2, 1, 1) fenced(const float4 *in, float4 *out) {
  __shared__ float4 letter;
  __shared__ int raised;
  cg::cluster_group cluster = cg::this_cluster();
  if (threadIdx.x == 0)
    raised = 0;
  cluster.sync();
  if (threadIdx.x == 0 && cluster.block_rank() == 1) {
    *cluster.map_shared_rank(&letter, 0) = in[blockIdx.x];
    __threadfence();
    *(volatile int *)cluster.map_shared_rank(&raised, 0) = 1; // ok: unreleased-publish
  }
  if (threadIdx.x == 0 && cluster.block_rank() == 0) {
    while (*(volatile int *)&raised == 0) { // ok: relaxed-poll
    }
    __threadfence();
    out[blockIdx.x] = letter;
  }
  cluster.sync();
}
