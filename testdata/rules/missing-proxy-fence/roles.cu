// partly: a function calls what is not here
// Warps with roles, narrow parts of an array, elected fences.
#include <cstdint>

__device__ uint32_t sharedAddress(const void *p) {
  return static_cast<uint32_t>(__cvta_generic_to_shared(p));
}

__device__ void copyOut(void *to, const void *from) {
  asm volatile(
      "cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], 512;" ::"l"(to),
      "r"(sharedAddress(from))
      : "memory");
  asm volatile("cp.async.bulk.commit_group;" ::: "memory");
  asm volatile("cp.async.bulk.wait_group.read 0;" ::: "memory");
}

__device__ void copyAndFence(void *to, const void *from) {
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  copyOut(to, from);
}

// Four warps write, a fifth stores what they wrote.
__global__ void fencedByIssuer(float *tile) {
  __shared__ alignas(128) float stage[128];
  if (threadIdx.x < 128)
    stage[threadIdx.x] = threadIdx.x;
  __syncthreads();
  if (threadIdx.x == 128)
    copyAndFence(tile, stage); // ok: missing-proxy-fence
}

__global__ void unfenced(float *tile) {
  __shared__ alignas(128) float stage[128];
  if (threadIdx.x < 128)
    stage[threadIdx.x] = threadIdx.x;
  __syncthreads();
  if (threadIdx.x == 128)
    copyOut(tile, stage); // expect: missing-proxy-fence
}

// The roles are branches of one condition.
__global__ void roles(float *tile) {
  __shared__ alignas(128) float stage[128];
  if (threadIdx.x < 128) {
    stage[threadIdx.x] = threadIdx.x;
    asm volatile("bar.arrive 1, 160;" ::: "memory");
  } else {
    asm volatile("bar.sync 1, 160;" ::: "memory");
    if (threadIdx.x == 128)
      copyOut(tile, stage); // miss: missing-proxy-fence — no path leads from one role to the other
  }
}

// A fence that only one of the writers executes, before the barrier.
__global__ void fencedByOne(float *tile) {
  __shared__ alignas(128) float stage[128];
  stage[threadIdx.x] = threadIdx.x;
  if (threadIdx.x == 0)
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  __syncthreads();
  if (threadIdx.x == 0)
    copyOut(tile, stage); // expect: missing-proxy-fence
}

// A header in front of what is copied, and padding behind it.
__global__ void besideTheData(float *tile) {
  __shared__ alignas(128) float stage[512];
  if (threadIdx.x < 32)
    stage[threadIdx.x] = 0;
  stage[256 + threadIdx.x] = 0;
  __syncthreads();
  if (threadIdx.x == 0)
    copyOut(tile, stage + 32); // ok: missing-proxy-fence
}

// Inside the bytes that are copied, though not at their start.
__global__ void lastWord(float *tile, float v) {
  __shared__ alignas(128) float stage[128];
  if (threadIdx.x == 0) {
    stage[127] = v;
    copyOut(tile, stage); // expect: missing-proxy-fence
  }
}

__global__ void lastWordFenced(float *tile, float v) {
  __shared__ alignas(128) float stage[128];
  if (threadIdx.x == 0) {
    stage[127] = v;
    copyAndFence(tile, stage); // ok: missing-proxy-fence
  }
}

// Something unknown stands between: perhaps a fence.
__device__ void elsewhere();

__global__ void unknownCall(float *tile) {
  __shared__ alignas(128) float stage[128];
  stage[threadIdx.x] = threadIdx.x;
  elsewhere();
  __syncthreads();
  if (threadIdx.x == 0)
    copyOut(tile, stage); // ok: missing-proxy-fence
}

// A swizzled layout.
__global__ void swizzled(float *tile) {
  __shared__ alignas(128) float stage[128];
  int row = threadIdx.x / 8, column = threadIdx.x % 8;
  stage[row * 8 + (column ^ (row & 7))] = threadIdx.x;
  __syncthreads();
  if (threadIdx.x == 0)
    copyOut(tile, stage); // expect: missing-proxy-fence
}
