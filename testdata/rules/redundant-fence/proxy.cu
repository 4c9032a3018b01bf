// Fences between the proxies.
#include <cstdint>
__device__ uint32_t shared(const void *p) { return (uint32_t)__cvta_generic_to_shared(p); }

__global__ void after_the_wait(float *dst, unsigned *count) {
  __shared__ __align__(128) float tile[128];
  tile[threadIdx.x] = 1;
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  __syncthreads();
  if (threadIdx.x == 0) {
    asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], 512;" ::"l"(dst), "r"(shared(tile)) : "memory");
    asm volatile("cp.async.bulk.commit_group;\ncp.async.bulk.wait_group 0;" ::: "memory");
    asm volatile("fence.proxy.async;" ::: "memory"); // expect: redundant-fence
    asm volatile("red.release.gpu.global.add.u32 [%0], 1;" ::"l"(count) : "memory");
  }
}

// The tile is used again: written in the ordinary way, then copied.
__global__ void reused(float *dst, int n) {
  __shared__ __align__(128) float tile[128];
  for (int i = 0; i < n; ++i) {
    tile[threadIdx.x] = i;
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory"); // ok: redundant-fence
    __syncthreads();
    if (threadIdx.x == 0) {
      asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], 512;" ::"l"(dst + i * 128), "r"(shared(tile)) : "memory");
      asm volatile("cp.async.bulk.commit_group;\ncp.async.bulk.wait_group.read 0;" ::: "memory");
    }
    __syncthreads();
  }
}

// For all state spaces, in a loop, though only shared memory is handed over.
__global__ void whole(float *dst, int n) {
  __shared__ __align__(128) float tile[128];
  for (int i = 0; i < n; ++i) {
    tile[threadIdx.x] = i;
    asm volatile("fence.proxy.async;" ::: "memory"); // expect: redundant-fence
    __syncthreads();
    if (threadIdx.x == 0) {
      asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], 512;" ::"l"(dst + i * 128), "r"(shared(tile)) : "memory");
      asm volatile("cp.async.bulk.commit_group;\ncp.async.bulk.wait_group.read 0;" ::: "memory");
    }
    __syncthreads();
  }
}
