// A bulk copy, and an mbarrier that is asked once or until it says yes.

__device__ unsigned shared(const void *p) { return (unsigned)__cvta_generic_to_shared(p); }

__device__ void load(const float *from, float *tile, unsigned long long *full) {
  asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(shared(full)) : "memory");
  asm volatile("fence.proxy.async;" ::: "memory");
  asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], 512;" ::"r"(shared(full)) : "memory");
  asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], 512, [%2];" ::"r"(shared(tile)), "l"(from), "r"(shared(full))
               : "memory");
}

__global__ void asksOnce(const float *from, float *out) {
  __shared__ __align__(128) float tile[128];
  __shared__ __align__(8) unsigned long long full;
  if (threadIdx.x == 0)
    load(from, tile, &full);
  __syncthreads();
  asm volatile("{\n.reg .pred p;\nmbarrier.try_wait.parity.shared::cta.b64 p, [%0], 0;\n}" ::"r"(shared(&full)) : "memory");
  out[threadIdx.x] = tile[threadIdx.x]; // expect: unwaited-read
}

__global__ void asksUntilItIsThere(const float *from, float *out) {
  __shared__ __align__(128) float tile[128];
  __shared__ __align__(8) unsigned long long full;
  if (threadIdx.x == 0)
    load(from, tile, &full);
  __syncthreads();
  asm volatile("{\n.reg .pred p;\nAGAIN:\nmbarrier.try_wait.parity.shared::cta.b64 p, [%0], 0;\n@p bra DONE;\nbra AGAIN;\nDONE:\n}" ::"r"(shared(&full))
               : "memory");
  out[threadIdx.x] = tile[threadIdx.x]; // ok: unwaited-read
}
