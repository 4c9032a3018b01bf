__global__ void k(const float *in, float *out) {
  __shared__ volatile int ready;
  __shared__ float v;
  if (threadIdx.x == 0)
    ready = 0;
  __syncthreads();  // ok: unreleased-publish
  if (threadIdx.x == 32) {
    v = in[blockIdx.x];
    __threadfence_block();
    ready = 1;
  }
  if (threadIdx.x == 0) {
    while (ready == 0) {
    }
    __threadfence_block();
    out[blockIdx.x] = v;
  }
}
