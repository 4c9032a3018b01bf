// Leaders of warps, and loops of rounds.
#include <cuda/atomic>

__global__ void leaderOfAWarp(unsigned *words, float *data, float *out) {
  unsigned warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  cuda::atomic_ref<unsigned, cuda::thread_scope_device> flag(words[warp]);
  if (blockIdx.x == 0) {
    data[threadIdx.x] = 1.0f;
    if (lane == 0)
      flag.store(1, cuda::memory_order_release); // expect: publish-before-block-done
    return;
  }
  if (lane == 0)
    while (flag.load(cuda::memory_order_acquire) == 0) {
    }
  __syncwarp();
  out[threadIdx.x] = data[threadIdx.x];
}

__global__ void warpIsDone(unsigned *words, float *data, float *out) {
  unsigned warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  cuda::atomic_ref<unsigned, cuda::thread_scope_device> flag(words[warp]);
  if (blockIdx.x == 0) {
    data[threadIdx.x] = 1.0f;
    __syncwarp();
    if (lane == 0)
      flag.store(1, cuda::memory_order_release); // ok: publish-before-block-done
    return;
  }
  if (lane == 0)
    while (flag.load(cuda::memory_order_acquire) == 0) {
    }
  __syncwarp();
  out[threadIdx.x] = data[threadIdx.x];
}

__global__ void fenceIsNoBarrier(unsigned *count, float *data, float *out) {
  data[blockIdx.x * blockDim.x + threadIdx.x] = 1.0f;
  __threadfence();
  if (threadIdx.x == 0) {
    atomicAdd(count, 1u); // expect: publish-before-block-done
    while (*(volatile unsigned *)count < gridDim.x) {
    }
    __threadfence();
  }
  __syncthreads();
  out[threadIdx.x] = data[threadIdx.x];
}
