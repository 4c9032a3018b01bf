// Plain looks that lead to a swap or decide whether a maximum is tried (notes), and words that a row of blocks shares.

__device__ int lastOf(const int *next, int at) {
  for (int to = next[at]; to != at; to = next[at]) // expect: mixed-access
    at = to;
  return at;
}

__global__ void joinChains(const int2 *pairs, int n, int *next) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int a = pairs[i].x, b = pairs[i].y;
  for (;;) {
    a = lastOf(next, a);
    b = lastOf(next, b);
    if (a == b || atomicCAS(&next[max(a, b)], max(a, b), min(a, b)) == max(a, b))
      return;
  }
}

__device__ int lastOfStrong(int *next, int at) {
  for (int to = *(volatile int *)&next[at]; to != at; to = *(volatile int *)&next[at]) // ok: mixed-access
    at = to;
  return at;
}

__global__ void joinChainsStrong(const int2 *pairs, int n, int *next) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int a = pairs[i].x, b = pairs[i].y;
  for (;;) {
    a = lastOfStrong(next, a);
    b = lastOfStrong(next, b);
    if (a == b || atomicCAS(&next[max(a, b)], max(a, b), min(a, b)) == max(a, b))
      return;
  }
}

// One sum for each image, of all blocks that work on it.
__global__ void shareOfImage(const float *pixels, int size, float *sum, float *share) {
  int image = blockIdx.y;
  if (threadIdx.x == 0)
    atomicAdd(&sum[image], pixels[image * size + blockIdx.x]);
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < size; i += gridDim.x * blockDim.x)
    share[image * size + i] = pixels[image * size + i] / sum[image]; // expect: mixed-access
}

// One block for each image.
__global__ void shareOfOwnImage(const float *pixels, int size, float *sum, float *share) {
  int image = blockIdx.y;
  if (threadIdx.x == 0)
    atomicAdd(&sum[image], pixels[image * size]);
  __syncthreads();
  for (int i = threadIdx.x; i < size; i += blockDim.x)
    share[image * size + i] = pixels[image * size + i] / sum[image]; // ok: mixed-access
}

// One sum for each tile of each image: the number of the block in both dimensions.
__global__ void shareOfTile(const float *pixels, int size, float *sum, float *share) {
  int tile = blockIdx.y * gridDim.x + blockIdx.x;
  if (threadIdx.x == 0)
    atomicAdd(&sum[tile], pixels[tile * size]);
  __syncthreads();
  for (int i = threadIdx.x; i < size; i += blockDim.x)
    share[tile * size + i] = pixels[tile * size + i] / sum[tile]; // ok: mixed-access
}
