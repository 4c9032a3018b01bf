__global__ void k(volatile unsigned *f, float *d, float *o) {
  if (threadIdx.x == 0) {
    while (!f[0])  // ok: relaxed-poll
      ;
    asm volatile("membar.gl;" ::: "memory");
  }
  __syncthreads();
  o[threadIdx.x] = d[threadIdx.x];
}
__global__ void p(volatile unsigned *f, float *d) {
  d[threadIdx.x] = 1.f;
  __syncthreads();
  if (threadIdx.x == 0) {
    asm volatile("membar.gl;" ::: "memory");
    f[0] = 1;
  }
}
