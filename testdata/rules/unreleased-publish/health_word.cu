// One thread tells whether the numbers were sound, and goes on to store the
// result: a word for whoever looks after the kernel.
__device__ float sumOfWarp(float own) {
  for (int by = 16; by > 0; by /= 2)
    own += __shfl_xor_sync(0xffffffffu, own, by);
  return own;
}

__global__ void scaleAndSum(const float *in, float *out, float *total, volatile int *unsound, int n) {
  __shared__ float part[32];
  float own = 0.0f;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    out[i] = in[i] * 0.5f;
    own += in[i];
  }
  own = sumOfWarp(own);
  if (threadIdx.x % 32 == 0)
    part[threadIdx.x / 32] = own;
  __syncthreads();
  if (threadIdx.x == 0) {
    float sum = 0.0f;
    for (unsigned w = 0; w < blockDim.x / 32; ++w)
      sum += part[w];
    if (!isfinite(sum))
      *unsound = 1; // ok: unreleased-publish
    total[blockIdx.x] += sum;
  }
}

// The word comes last: whoever sees it reads what was stored.
__global__ void scaleAndTell(const float *in, float *out, volatile int *done, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    out[i] = in[i] * 0.5f;
  __syncthreads();
  if (threadIdx.x == 0)
    *done = 1; // expect: unreleased-publish
}

// What the thread notes down later, whatever came before, makes no data of it.
__global__ void scaleTellAndCount(const float *in, float *out, volatile int *done, float *sums, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    out[i] = in[i] * 0.5f;
  __syncthreads();
  if (threadIdx.x == 0) {
    *done = 1; // expect: unreleased-publish
    float sum = 0.0f;
    for (int i = 0; i < n; ++i)
      sum += in[i];
    sums[blockIdx.x] = sum;
  }
}
