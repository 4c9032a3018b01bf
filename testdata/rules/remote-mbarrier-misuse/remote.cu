// Mbarriers of another block, and scopes for the own one.

#include <cstdint>

__global__ void __cluster_dims__(2, 1, 1) initPeer(float *out) {
  __shared__ __align__(8) uint64_t full;
  uint32_t mine = (uint32_t)__cvta_generic_to_shared(&full), theirs;
  asm volatile("mapa.shared::cluster.u32 %0, %1, 1;" : "=r"(theirs) : "r"(mine));
  asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(theirs) : "memory"); // expect: remote-mbarrier-misuse
  out[threadIdx.x] = 0;
}

__global__ void __cluster_dims__(2, 1, 1) arrivePeer(float *out) {
  __shared__ __align__(8) uint64_t full;
  uint32_t mine = (uint32_t)__cvta_generic_to_shared(&full), theirs;
  asm volatile("mapa.shared::cluster.u32 %0, %1, 1;" : "=r"(theirs) : "r"(mine));
  asm volatile("mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%0];" ::"r"(theirs) : "memory"); // ok: remote-mbarrier-misuse
  out[threadIdx.x] = 0;
}

__global__ void wideForOne(float *out, int n) {
  __shared__ __align__(8) uint64_t empty;
  uint32_t e = (uint32_t)__cvta_generic_to_shared(&empty);
  if (threadIdx.x == 0)
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 64;" ::"r"(e) : "memory");
  __syncthreads();
  out[threadIdx.x] = n;
  asm volatile("mbarrier.arrive.release.cluster.shared::cta.b64 _, [%0];" ::"r"(e) : "memory"); // expect: wide-scope
}

__global__ void narrowForOne(float *out, int n) {
  __shared__ __align__(8) uint64_t empty;
  uint32_t e = (uint32_t)__cvta_generic_to_shared(&empty);
  if (threadIdx.x == 0)
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 64;" ::"r"(e) : "memory");
  __syncthreads();
  out[threadIdx.x] = n;
  asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(e) : "memory"); // ok: remote-mbarrier-misuse
}
