__global__ void ll_send(uint2 *line, unsigned v, unsigned flag) {
  if (threadIdx.x < 32)
    asm volatile(
        "st.volatile.global.v2.u32 [%0], {%1,%2};" ::"l"(line + threadIdx.x),
        "r"(v), "r"(flag)
        : "memory");
}
__global__ void ll_recv(uint2 *line, unsigned *out, unsigned want) {
  unsigned v, f;
  do {  // ok: relaxed-poll
    asm volatile("ld.volatile.global.v2.u32 {%0,%1}, [%2];"
                 : "=r"(v), "=r"(f)
                 : "l"(line + threadIdx.x)
                 : "memory");
  } while (f != want);
  out[threadIdx.x] = v;
}
