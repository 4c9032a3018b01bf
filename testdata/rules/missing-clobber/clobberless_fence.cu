__global__ void prod(float *data, volatile int *flag) {
  if (threadIdx.x == 0) {
    data[0] = 2.f;
    asm volatile("fence.acq_rel.gpu;");  // expect: missing-clobber
    *flag = 1;
  }
}
