// One warp sums in shared memory, each lane the same: that is right as long as
// they run in lock-step.
__global__ void sumsOfWarps(int *out, const int *in) {
  __shared__ volatile int sums[8];
  if (threadIdx.x % 32 == 31)
    sums[threadIdx.x / 32] = in[blockIdx.x * blockDim.x + threadIdx.x];
  __syncthreads();
  if (threadIdx.x / 32 == 0)
    for (int i = 0; i < 7; ++i)
      sums[i + 1] += sums[i]; // expect: lost-update
  __syncthreads();
  out[blockIdx.x * blockDim.x + threadIdx.x] = sums[threadIdx.x / 32];
}

__global__ void byOneLane(int *out, const int *in) {
  __shared__ volatile int sums[8];
  if (threadIdx.x % 32 == 31)
    sums[threadIdx.x / 32] = in[blockIdx.x * blockDim.x + threadIdx.x];
  __syncthreads();
  if (threadIdx.x == 0)
    for (int i = 0; i < 7; ++i)
      sums[i + 1] += sums[i]; // ok: lost-update
  __syncthreads();
  out[blockIdx.x * blockDim.x + threadIdx.x] = sums[threadIdx.x / 32];
}
