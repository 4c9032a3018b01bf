__global__ void hist(const int *k, int *sum) {
  __shared__ int lk;
  __shared__ int acc;
  if (threadIdx.x == 0) {
    lk = 0;
    acc = 0;
  }
  __syncthreads();  // ok: unreleased-publish
  if ((threadIdx.x & 31) == 0) {
    while (atomicCAS_block(&lk, 0, 1)) {
    }
    __threadfence_block();
    acc += k[threadIdx.x];
    __threadfence_block();
    atomicExch_block(&lk, 0);
  }
  __syncthreads();
  if (threadIdx.x == 0)
    sum[blockIdx.x] = acc;
}
