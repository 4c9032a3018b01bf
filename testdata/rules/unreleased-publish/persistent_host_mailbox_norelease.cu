__global__ void server(volatile int *cmd, volatile int *ack, const float *arg,
                       float *res) {
  int last = 0;
  while (true) {
    __shared__ int c;
    if (threadIdx.x == 0) {
      while ((c = *cmd) == last) {
      }
      __threadfence_system();
    }
    __syncthreads();
    if (c < 0)
      return;
    res[threadIdx.x] = arg[threadIdx.x] * 2.f;
    last = c;
    __syncthreads();
    if (threadIdx.x == 0)
      *ack = c;  // expect: unreleased-publish
  }
}
