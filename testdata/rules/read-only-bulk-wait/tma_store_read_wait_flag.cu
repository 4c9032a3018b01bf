__global__ void st(float *g, unsigned *flag, int bytes) {
  __shared__ alignas(128) float s[1024];
  s[threadIdx.x] = threadIdx.x;
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  __syncthreads();
  if (threadIdx.x == 0) {
    unsigned a = (unsigned)__cvta_generic_to_shared(s);
    asm volatile(
        "cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;" ::"l"(g),
        "r"(a), "r"(bytes)
        : "memory");
    asm volatile("cp.async.bulk.commit_group;" ::: "memory");
    asm volatile("cp.async.bulk.wait_group.read 0;" ::: "memory");  // expect: read-only-bulk-wait
    asm volatile("st.release.gpu.global.u32 [%0], %1;" ::"l"(flag), "r"(1)
                 : "memory");
  }
}
