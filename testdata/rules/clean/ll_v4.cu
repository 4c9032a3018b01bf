struct alignas(16) LLLine {
  unsigned data1, flag1, data2, flag2;
};
__global__ void recv(LLLine *buf, unsigned long long *out, unsigned flag) {
  unsigned d1, f1, d2, f2;
  do {  // ok: relaxed-poll
    asm volatile("ld.volatile.global.v4.u32 {%0,%1,%2,%3}, [%4];"
                 : "=r"(d1), "=r"(f1), "=r"(d2), "=r"(f2)
                 : "l"(buf + threadIdx.x)
                 : "memory");
  } while (f1 != flag || f2 != flag);
  out[threadIdx.x] = d1 | (unsigned long long)d2 << 32;
}
