__device__ int ld_acq(const int *p) {
  int v;
  asm volatile("ld.acquire.gpu.global.s32 %0, [%1];" : "=r"(v) : "l"(p));  // expect: missing-clobber
  return v;
}
__global__ void cons(const int *flag, const float *data, float *out) {
  while (ld_acq(flag + blockIdx.x) == 0) {
  }
  out[threadIdx.x] = data[threadIdx.x];
}
