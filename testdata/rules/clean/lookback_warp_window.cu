__device__ int2 ldrelaxed(const int2 *p) {
  int2 v;
  asm volatile("ld.relaxed.gpu.v2.s32 {%0,%1}, [%2];"
               : "=r"(v.x), "=r"(v.y)
               : "l"(p)
               : "memory");
  return v;
}
__global__ void lookback(const int2 *tiles, int tile, int *prefix) {
  int lane = threadIdx.x, sum = 0;
  for (int base = tile - 1; base >= 0; base -= 32) {
    int2 d;
    do {  // ok: relaxed-poll
      d = ldrelaxed(tiles + base - lane);
    } while (__any_sync(~0u, d.x == 0));
    unsigned m = __ballot_sync(~0u, d.x == 2);
    sum += m ? (lane <= __ffs(m) - 1 ? d.y : 0) : d.y;
    if (m)
      break;
  }
  prefix[lane] = sum;
}
