// Blocks of a cluster put their part into each other's shared memory and meet; a relaxed arrival publishes none of it.

__device__ unsigned ofBlock(const void *p, unsigned rank) {
  unsigned own = (unsigned)__cvta_generic_to_shared(p), other;
  asm("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(other) : "r"(own), "r"(rank));
  return other;
}

__global__ void __cluster_dims__(2, 1, 1) exchange(const float *x, float *y) {
  __shared__ float part[2];
  unsigned rank;
  asm volatile("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
  if (threadIdx.x < 2)
    asm volatile("st.shared::cluster.f32 [%0], %1;" ::"r"(ofBlock(&part[rank], threadIdx.x)), "f"(x[blockIdx.x]) : "memory");
  asm volatile("barrier.cluster.arrive.relaxed.aligned;" ::: "memory"); // expect: unreleased-publish
  asm volatile("barrier.cluster.wait.acquire.aligned;" ::: "memory");
  y[blockIdx.x * blockDim.x + threadIdx.x] = part[0] + part[1];
}

__global__ void __cluster_dims__(2, 1, 1) exchangeInOrder(const float *x, float *y) {
  __shared__ float part[2];
  unsigned rank;
  asm volatile("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
  if (threadIdx.x < 2)
    asm volatile("st.shared::cluster.f32 [%0], %1;" ::"r"(ofBlock(&part[rank], threadIdx.x)), "f"(x[blockIdx.x]) : "memory");
  asm volatile("barrier.cluster.arrive.release.aligned;" ::: "memory"); // ok: unreleased-publish
  asm volatile("barrier.cluster.wait.acquire.aligned;" ::: "memory");
  y[blockIdx.x * blockDim.x + threadIdx.x] = part[0] + part[1];
}
