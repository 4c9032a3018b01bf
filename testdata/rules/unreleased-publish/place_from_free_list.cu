// A place drawn from a list of free ones, and a test whether one was drawn.

#define NONE 0xffffffffu

__device__ unsigned nextFree;

__global__ void chain(unsigned *nodes, const unsigned *items, int each) {
  unsigned last = NONE;
  unsigned first = (blockIdx.x * blockDim.x + threadIdx.x) * 32;
  for (int i = 0; i < each; ++i) {
    unsigned item = items[first + i];
    if (nodes[item] & 1) {
      nodes[first + 2] = item;
      unsigned place = last == NONE ? first : atomicAdd(&nextFree, 32u); // ok: unreleased-publish, unacquired-ticket
      nodes[place] = item;
      if (last == NONE)
        nodes[first + 1] = nodes[first] + place;
      else
        nodes[last + 1] = place;
      last = place;
    }
  }
}

// The last block to draw adds up what the others stored.
__global__ void total(const float *x, float *parts, float *sum, unsigned *drawn) {
  __shared__ bool isLast;
  if (threadIdx.x == 0) {
    parts[blockIdx.x] = x[blockIdx.x];
    isLast = atomicAdd(drawn, 1u) == gridDim.x - 1; // expect: unreleased-publish
  }
  __syncthreads();
  if (isLast && threadIdx.x == 0) {
    float s = 0;
    for (unsigned b = 0; b < gridDim.x; ++b)
      s += parts[b];
    *sum = s;
  }
}
