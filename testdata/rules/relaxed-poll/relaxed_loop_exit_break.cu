__global__ void k(const unsigned *f, const float *d, float *o) {
  if (threadIdx.x == 0) {
    for (;;) {
      unsigned v;
      asm volatile("ld.relaxed.gpu.global.u32 %0, [%1];"  // expect: relaxed-poll
                   : "=r"(v)
                   : "l"(f)
                   : "memory");
      if (v == 5)
        break;
      __nanosleep(50);
    }
  }
  __syncthreads();
  o[threadIdx.x] = d[threadIdx.x];
}
