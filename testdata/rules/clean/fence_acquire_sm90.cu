__global__ void k(const unsigned *f, unsigned want, const float4 *d,
                  float4 *o) {
  if (threadIdx.x == 0) {
    unsigned v;
    do {  // ok: relaxed-poll
      asm volatile("ld.relaxed.gpu.global.u32 %0, [%1];"
                   : "=r"(v)
                   : "l"(f)
                   : "memory");
    } while (v != want);
    asm volatile("fence.acquire.sync_restrict::shared::cluster.cluster;" ::
                     : "memory");
    asm volatile("fence.acquire.gpu;" ::: "memory");
  }
  __syncthreads();
  o[threadIdx.x] = d[threadIdx.x];
}
