__global__ void tma(const float *g, float *o, int bytes) {
  __shared__ alignas(128) float s[1024];
  __shared__ alignas(8) unsigned long long bar;
  unsigned b = (unsigned)__cvta_generic_to_shared(&bar),
           d = (unsigned)__cvta_generic_to_shared(s);
  if (threadIdx.x == 0) {
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(b));  // ok: unreleased-publish
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
  }
  __syncthreads();
  if (threadIdx.x == 0) {
    asm volatile(
        "mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(b),
        "r"(bytes)
        : "memory");
    asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::"
                 "bytes [%0], [%1], %2, [%3];" ::"r"(d),
                 "l"(g), "r"(bytes), "r"(b)
                 : "memory");
  }
  unsigned ok;
  do {
    asm volatile("{.reg .pred p; mbarrier.try_wait.parity.shared::cta.b64 p, "
                 "[%1], 0; selp.u32 %0,1,0,p;}"
                 : "=r"(ok)
                 : "r"(b)
                 : "memory");
  } while (!ok);
  o[threadIdx.x] = s[threadIdx.x];
}
