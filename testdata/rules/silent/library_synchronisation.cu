// What the libraries order by themselves: nothing here is a finding.
#include <cooperative_groups.h>
#include <cuda/atomic>
#include <cuda/latch>
#include <cuda/semaphore>

namespace cg = cooperative_groups;

__global__ void gridSync(float *data, float *out) {
  cg::grid_group grid = cg::this_grid();
  data[grid.thread_rank()] = 1.0f;
  grid.sync();
  out[threadIdx.x] = data[threadIdx.x]; // ok: noncoherent-load
}

__global__ void gridSyncInALoop(float *a, float *b, int steps) {
  cg::grid_group grid = cg::this_grid();
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int s = 0; s < steps; ++s) {
    b[i] = a[i ^ 1] * 0.5f;
    grid.sync();
    a[i] = b[i ^ 1];
    grid.sync();
  }
}

__global__ void blockAndTile(float *data, float *out) {
  __shared__ float tile[256];
  cg::thread_block block = cg::this_thread_block();
  auto warp = cg::tiled_partition<32>(block);
  tile[block.thread_rank()] = data[block.thread_rank()];
  warp.sync();
  float sum = tile[threadIdx.x ^ 1];
  block.sync();
  if (warp.thread_rank() == 0)
    out[warp.meta_group_rank()] = sum + tile[0];
}

__global__ void latch(cuda::latch<cuda::thread_scope_device> *done,
                      float *data, float *out) {
  data[blockIdx.x] = 1.0f;
  done->arrive_and_wait();
  out[blockIdx.x] = data[gridDim.x - 1 - blockIdx.x];
}

__global__ void semaphore(cuda::binary_semaphore<cuda::thread_scope_device> *s,
                          float *total) {
  if (threadIdx.x == 0) {
    s->acquire();
    *total += 1.0f;
    s->release();
  }
}

__global__ void atomicWait(unsigned *word, float *data, float *out) {
  cuda::atomic_ref<unsigned, cuda::thread_scope_device> flag(*word);
  if (blockIdx.x == 0) {
    data[threadIdx.x] = 1.0f;
    __syncthreads();
    if (threadIdx.x == 0) {
      flag.store(1, cuda::memory_order_release);
      flag.notify_all();
    }
    return;
  }
  if (threadIdx.x == 0)
    flag.wait(0, cuda::memory_order_acquire);
  __syncthreads();
  out[threadIdx.x] = data[threadIdx.x]; // ok: relaxed-poll
}

__global__ void defaultsEverywhere(cuda::atomic<unsigned> *flag, float *data,
                                   float *out) {
  if (blockIdx.x == 0) {
    if (threadIdx.x == 0) {
      data[0] = 1.0f;
      *flag = 1; // ok: unreleased-publish
    }
    return;
  }
  if (threadIdx.x == 0)
    while (*flag == 0) { // ok: relaxed-poll, weak-poll // expect: fence-in-poll
    }
  __syncthreads();
  out[threadIdx.x] = data[0];
}
