__global__ void produce(volatile int *flag, float *data) {
  data[threadIdx.x] = threadIdx.x;
  __threadfence(); // expect: fence-by-every-thread
  __syncthreads();  // ok: unreleased-publish
  if (threadIdx.x == 0)
    *flag = 1;
}
__global__ void consume(volatile int *flag, const float *data, float *out) {
  if (threadIdx.x == 0)
    while (*flag == 0) {
    }
  __syncthreads();
  __threadfence();
  out[threadIdx.x] = data[threadIdx.x];
}
