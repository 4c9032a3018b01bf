__device__ void wait_ge(const unsigned *p, unsigned v) {
  asm volatile(  // expect: relaxed-poll
      "{\n.reg .pred P;\n.reg .u32 r;\nLW_%=:\nld.relaxed.gpu.global.u32 r, "
      "[%0];\nsetp.lt.u32 P, r, %1;\n@P bra LW_%=;\n}" ::"l"(p),
      "r"(v)
      : "memory");
}
__global__ void k(const unsigned *f, const float *d, float *o) {
  if (threadIdx.x == 0)
    wait_ge(f, 3);
  __syncthreads();
  o[threadIdx.x] = d[threadIdx.x];
}
