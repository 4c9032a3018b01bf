// Ordering assembly that the compiler may move loads and stores across.

__global__ void acquireWithoutClobber(const unsigned *ready, const float *in,
                                      float *out) {
  unsigned seen;
  do {
    asm volatile("ld.acquire.gpu.global.u32 %0, [%1];" // expect: missing-clobber
                 : "=r"(seen)
                 : "l"(ready));
  } while (seen == 0);
  out[threadIdx.x] = in[0];
}
