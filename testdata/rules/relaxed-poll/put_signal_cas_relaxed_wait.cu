__device__ unsigned cas_sys_rel(unsigned *p, unsigned c, unsigned v) {
  unsigned o;
  asm volatile("atom.global.sys.release.cas.b32 %0, [%1], %2, %3;"
               : "=r"(o)
               : "l"(p), "r"(c), "r"(v)
               : "memory");
  return o;
}
__device__ unsigned cas_sys(unsigned *p, unsigned c, unsigned v) {
  unsigned o;
  asm volatile("atom.global.sys.relaxed.cas.b32 %0, [%1], %2, %3;"
               : "=r"(o)
               : "l"(p), "r"(c), "r"(v)
               : "memory");
  return o;
}
__global__ void exch(unsigned **pads, const float *const *bufs, float *out,
                     int rank, int ws) {
  if (threadIdx.x < ws) {
    while (cas_sys_rel(pads[threadIdx.x] + rank, 0, 1) != 0) {  // expect: relaxed-poll
    }
    while (cas_sys(pads[rank] + threadIdx.x, 1, 0) != 1) {  // expect: relaxed-poll
    }
  }
  __syncthreads();
  float s = 0;
  for (int r = 0; r < ws; ++r)
    s += bufs[r][threadIdx.x];
  out[threadIdx.x] = s;
}
