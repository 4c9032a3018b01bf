__global__ void tail(float *out, const float *in, volatile int *done, int n) {
  out[blockIdx.x * blockDim.x + threadIdx.x] = in[threadIdx.x] * 3.f;
  __syncthreads();  // ok: unreleased-publish
  if (threadIdx.x == 0) {
    __threadfence_system();
    atomicAdd_system((int *)done, 1);
    while (*done < n) {
    }
  }
}
