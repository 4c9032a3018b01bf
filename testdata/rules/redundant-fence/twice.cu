// What is done twice.
__device__ void release(int *flag) {
  asm volatile("st.release.gpu.global.s32 [%0], 1;" ::"l"(flag) : "memory");
}
__global__ void before_release(float *data, int *f) {
  if (threadIdx.x == 0) {
    data[blockIdx.x] = 1;
    __threadfence(); // expect: redundant-fence
    release(f);
  }
}
__global__ void once(float *data, int *f) {
  if (threadIdx.x == 0) {
    data[blockIdx.x] = 1;
    release(f); // ok: redundant-fence
  }
}

// Every thread fences, and the one that signals once more.
__global__ void both(float *data, unsigned *count) {
  data[blockIdx.x * blockDim.x + threadIdx.x] = 1;
  __threadfence(); // expect: redundant-fence
  __syncthreads();
  if (threadIdx.x == 0) {
    __threadfence();
    atomicAdd(count, 1u);
  }
}
