__global__ void fixup(float *part, int *flag, const float *acc, float *c,
                      bool first, int peer) {
  if (!first) {
    part[blockIdx.x * blockDim.x + threadIdx.x] = acc[threadIdx.x];
    __threadfence_block();
    __syncthreads();
    if (threadIdx.x == 0)
      atomicExch(&flag[blockIdx.x], 1);  // expect: unreleased-publish
  } else {
    if (threadIdx.x == 0) {
      while (atomicCAS(&flag[peer], 1, 0) != 1)
        ;
      __threadfence();
    }
    __syncthreads();
    c[threadIdx.x] = part[peer * blockDim.x + threadIdx.x];
  }
}
