__global__ void produce(volatile int *flag, float *data) {
  data[threadIdx.x] = threadIdx.x;
  if (threadIdx.x == 0)
    __threadfence();
  __syncthreads();
  if (threadIdx.x == 0)
    *flag = 1;  // expect: unreleased-publish
}
