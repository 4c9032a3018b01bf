__global__ void rdma(const int4 *x, int4 *buf, int *tail, int n) {
  int lane = threadIdx.x & 31;
  for (int i = lane; i < n; i += 32)
    buf[i] = x[i];
  __syncwarp();
  if (lane == 0)
    atomicAdd_system(tail, 1);  // expect: unreleased-publish
}
__global__ void rx(const int4 *buf, int *tail, int4 *o, int want) {
  if (threadIdx.x == 0) {
    while (*(volatile int *)tail < want)
      ;
    __threadfence_system();
  }
  __syncthreads();
  o[threadIdx.x] = buf[threadIdx.x];
}
