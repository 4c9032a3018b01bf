// Blocks add up slices in turn. What is read behind the hand-over, as the first
// read of it, is an input that its parameter calls constant.
__global__ void addSlices(int *lock, const int *__restrict__ ids, const float *part, float *sum, int slices) {
  for (int s = 0; s < slices; ++s) {
    __syncthreads();
    if (threadIdx.x == 0) {
      asm volatile("fence.acq_rel.gpu;");
      asm volatile("red.relaxed.gpu.global.add.s32 [%0], %1;" ::"l"(lock), "r"(1));
    }
    sum[threadIdx.x] = ids[s * blockDim.x + threadIdx.x] * 2.0f;
  }
}

// The same with the flag raised behind a store that nothing keeps in place.
__global__ void addAndTell(int *lock, const int *__restrict__ ids, float *sum) {
  if (threadIdx.x == 0) {
    sum[blockIdx.x] = ids[blockIdx.x] * 2.0f;
    asm volatile("fence.acq_rel.gpu;"); // expect: missing-clobber
    asm volatile("red.relaxed.gpu.global.add.s32 [%0], %1;" ::"l"(lock), "r"(1));
  }
}
