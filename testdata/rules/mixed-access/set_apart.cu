// Words that the code keeps apart, and words that nothing does.

// The last word passes a ticket on; bins come after it, in the words before.
__global__ void passedOn(unsigned *next, const unsigned *keys, unsigned *out) {
  __shared__ unsigned words[2048];
  if (threadIdx.x == 0)
    words[2047] = atomicAdd(next, 1u);
  __syncthreads();
  unsigned part = words[2047]; // expect: mixed-access
  atomicAdd(&words[keys[part * 256 + threadIdx.x] & 255], 1u);
  __syncthreads();
  out[part * 256 + threadIdx.x] = words[threadIdx.x];
}

// Each thread packs bits into a stretch of its own; neighbours share its ends.
__global__ void pack(const unsigned *bits, const unsigned *starts,
                     const unsigned *sizes, unsigned *to, int each) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned word = starts[t] / 32, shift = starts[t] % 32, left = 0, i;
  atomicOr(&to[word], bits[t * each] >> shift);
  for (i = 1; i < sizes[t]; ++i) {
    to[word + i] = left | bits[t * each + i] >> shift; // expect: mixed-access
    left = bits[t * each + i] << shift;
  }
  atomicOr(&to[word + i], left);
}

__device__ int addIfAny(int *sum, int n) { return n == 0 ? *sum : atomicAdd(sum, n); } // ok: mixed-access

// The old value is asked for in one case and used in none.
__global__ void dropped(const int *x, int *sum) {
  addIfAny(sum, x[blockIdx.x * blockDim.x + threadIdx.x]); // ok: mixed-access
}

__device__ int addIfSome(int *sum, int n) {
  return n == 0 ? *sum : atomicAdd(sum, n); // expect: mixed-access
}

__global__ void kept(const int *x, int *sum, int *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = addIfSome(sum, x[i]);
}
