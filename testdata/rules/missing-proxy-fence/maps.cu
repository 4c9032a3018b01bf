// Tensor maps that the kernel changes, operands that cp.async fills.
#include <cstdint>
__device__ uint32_t shared(const void *p) { return (uint32_t)__cvta_generic_to_shared(p); }
__device__ void load(void *tile, const char *map, uint64_t *bar) {
  asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], 1024;" ::"r"(shared(bar)) : "memory");
  asm volatile("cp.async.bulk.tensor.1d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%0], [%1, {%3}], [%2];" ::"r"(shared(tile)), "l"(map), "r"(shared(bar)), "r"(0) : "memory");
}

__global__ void changed(char *map, const void *fresh) {
  __shared__ __align__(128) float tile[256];
  __shared__ __align__(8) uint64_t bar;
  if (threadIdx.x == 0) {
    asm volatile("tensormap.replace.tile.global_address.global.b1024.b64 [%0], %1;" ::"l"(map), "l"(fresh) : "memory");
    load(tile, map, &bar); // expect: missing-proxy-fence
  }
}

__global__ void fenced(char *map, const void *fresh) {
  __shared__ __align__(128) float tile[256];
  __shared__ __align__(8) uint64_t bar;
  if (threadIdx.x == 0) {
    asm volatile("tensormap.replace.tile.global_address.global.b1024.b64 [%0], %1;" ::"l"(map), "l"(fresh) : "memory");
    asm volatile("fence.proxy.tensormap::generic.release.gpu;" ::: "memory");
    asm volatile("fence.proxy.tensormap::generic.acquire.gpu [%0], 128;" ::"l"(map) : "memory");
    load(tile, map, &bar); // ok: missing-proxy-fence
  }
}

__global__ void of_the_host(const __grid_constant__ uint64_t map) {
  __shared__ __align__(128) float tile[256];
  __shared__ __align__(8) uint64_t bar;
  if (threadIdx.x == 0)
    load(tile, (const char *)&map, &bar); // ok: missing-proxy-fence
}

// cp.async is of the generic proxy.
__global__ void copied(const float4 *in, float *out) {
  __shared__ __align__(128) char a[4096];
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(shared(a) + threadIdx.x * 16), "l"(in + threadIdx.x) : "memory");
  asm volatile("cp.async.commit_group;\ncp.async.wait_group 0;" ::: "memory");
  __syncthreads();
  if (threadIdx.x == 0) {
    asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], 4096;" ::"l"(out), "r"(shared(a)) : "memory"); // expect: missing-proxy-fence
    asm volatile("cp.async.bulk.commit_group;\ncp.async.bulk.wait_group 0;" ::: "memory");
  }
}
__global__ void copied_and_fenced(const float4 *in, float *out) {
  __shared__ __align__(128) char a[4096];
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(shared(a) + threadIdx.x * 16), "l"(in + threadIdx.x) : "memory");
  asm volatile("cp.async.commit_group;\ncp.async.wait_group 0;" ::: "memory");
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  __syncthreads();
  if (threadIdx.x == 0) {
    asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], 4096;" ::"l"(out), "r"(shared(a)) : "memory"); // ok: missing-proxy-fence
    asm volatile("cp.async.bulk.commit_group;\ncp.async.bulk.wait_group 0;" ::: "memory");
  }
}
