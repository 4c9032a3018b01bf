// The first thread of a tile tells that the tile's rows are there; its release
// covers its own row alone until the tile has met.
#include <cooperative_groups.h>
#include <cuda/atomic>
namespace cg = cooperative_groups;
using Count = cuda::atomic_ref<int, cuda::thread_scope_device>;

__global__ void unmet(float *rows, const float *in, int *done, int n) {
  auto tile = cg::tiled_partition<8>(cg::this_thread_block());
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  rows[i] = in[i] * 2;
  if (tile.thread_rank() == 0)
    Count(done[i / 8 % n]).fetch_add(1, cuda::memory_order_release); // expect: publish-before-block-done
}

__global__ void unmetByHand(float *rows, const float *in, int *done) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  rows[i] = in[i] * 2;
  if (i % 4 == 0)
    Count(done[i / 4]).store(1, cuda::memory_order_release); // expect: publish-before-block-done
}

__global__ void met(float *rows, const float *in, int *done, int n) {
  auto tile = cg::tiled_partition<8>(cg::this_thread_block());
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  rows[i] = in[i] * 2;
  tile.sync();
  if (tile.thread_rank() == 0)
    Count(done[i / 8 % n]).fetch_add(1, cuda::memory_order_release); // ok: publish-before-block-done
}

// Every fourth thread tells of its own row.
__global__ void ownRow(float *rows, const float *in, int *done) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  rows[i] = in[i] * 2;
  if (i % 4 == 0)
    Count(done[i]).store(1, cuda::memory_order_release); // ok: publish-before-block-done
}

// Only leaders store.
__global__ void byLeaders(float *sums, const float *in, int *done) {
  auto tile = cg::tiled_partition<8>(cg::this_thread_block());
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = in[i];
  for (int d = 4; d; d /= 2)
    sum += tile.shfl_down(sum, d);
  if (tile.thread_rank() == 0) {
    sums[i / 8] = sum;
    Count(done[i / 8]).store(1, cuda::memory_order_release); // ok: publish-before-block-done
  }
}

__global__ void reader(const float *rows, const float *sums, int *done, float *out, int n) {
  if (threadIdx.x == 0)
    while (Count(done[blockIdx.x]).load(cuda::memory_order_acquire) == 0)
      ;
  __syncthreads();
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    out[i] = rows[i] + sums[i];
}
