__global__ void __cluster_dims__(2, 1, 1) k(const int *in, int *out) {
  __shared__ int v[32];
  v[threadIdx.x] = in[blockIdx.x * 32 + threadIdx.x];
  asm volatile("barrier.cluster.arrive.relaxed.aligned;" ::: "memory");  // expect: unreleased-publish
  asm volatile("barrier.cluster.wait.aligned;" ::: "memory");
  unsigned a = (unsigned)__cvta_generic_to_shared(&v[31 - threadIdx.x]), r, x;
  asm volatile("mapa.shared::cluster.u32 %0, %1, %2;"
               : "=r"(r)
               : "r"(a), "r"((blockIdx.x & 1) ^ 1));
  asm volatile("ld.shared::cluster.u32 %0, [%1];"
               : "=r"(x)
               : "r"(r)
               : "memory");
  out[blockIdx.x * 32 + threadIdx.x] = x;
}
