__device__ bool elect() {
  unsigned p;
  asm volatile("{.reg .pred P; elect.sync _|P, 0xffffffff; selp.u32 %0,1,0,P;}"
               : "=r"(p));
  return p;
}
__global__ void prod(float *d, unsigned *cnt, const float *s) {
  d[threadIdx.x] = s[threadIdx.x];
  if (threadIdx.x < 32 && elect())
    asm volatile("red.release.gpu.global.add.u32 [%0], 1;" ::"l"(cnt)  // expect: publish-before-block-done
                 : "memory");
}
