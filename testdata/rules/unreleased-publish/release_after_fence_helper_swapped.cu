__device__ void notify(int *f) {
  atomicAdd(f, 1);
  __threadfence();
}
__device__ void wait(int *f, int n) {
  while (atomicAdd(f, 0) < n) // expect: rmw-poll
    ;
  __threadfence();
}
__global__ void k(int *f, float *a, float *b) {
  a[blockIdx.x * blockDim.x + threadIdx.x] = 1;
  __syncthreads();
  if (threadIdx.x == 0) {
    notify(f);  // expect: unreleased-publish
    wait(f, gridDim.x);
  }
  __syncthreads();
  b[blockIdx.x * blockDim.x + threadIdx.x] = a[threadIdx.x];
}
