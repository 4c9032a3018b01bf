// Totals and counters on one word, each with its repair.

__global__ void perElement(const float *x, int n, float *loss) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    atomicAdd(loss, x[i] * x[i]); // expect: contended-atomic
}

__global__ void perBlock(const float *x, int n, float *loss) {
  __shared__ float warps[32];
  float v = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
       i += gridDim.x * blockDim.x)
    v += x[i] * x[i];
  for (int o = 16; o; o >>= 1)
    v += __shfl_down_sync(~0u, v, o);
  if ((threadIdx.x & 31) == 0)
    warps[threadIdx.x >> 5] = v;
  __syncthreads();
  if (threadIdx.x == 0) {
    for (unsigned w = 1; w < blockDim.x / 32; ++w)
      v += warps[w];
    atomicAdd(loss, v); // ok: contended-atomic
  }
}

// A class of its own for the word, and an early return in place of a guard.
struct Stats {
  double energy;
  unsigned long long steps;
};
__global__ void member(const double *e, int n, Stats *s) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  atomicAdd(&s->energy, e[i]); // expect: contended-atomic
}

// The word is one for the block, and the block meets it in a loop.
__global__ void rows(const float *x, float *sum, int n, int width) {
  for (int r = blockIdx.x; r < n; r += gridDim.x)
    for (int c = threadIdx.x; c < width; c += blockDim.x)
      atomicAdd(&sum[r], x[r * width + c]); // expect: contended-atomic
}

// The index comes from memory, but is the same for the whole loop.
__global__ void segments(const float *x, const int *to, const int *begin,
                         float *sum, int n) {
  int s = blockIdx.x * blockDim.x + threadIdx.x;
  if (s >= n)
    return;
  for (int i = begin[s]; i < begin[s + 1]; ++i)
    atomicAdd(&sum[to[s]], x[i]); // expect: contended-atomic
}
__global__ void segmentsOnce(const float *x, const int *to, const int *begin,
                             float *sum, int n) {
  int s = blockIdx.x * blockDim.x + threadIdx.x;
  if (s >= n)
    return;
  float v = 0;
  for (int i = begin[s]; i < begin[s + 1]; ++i)
    v += x[i];
  atomicAdd(&sum[to[s]], v); // ok: contended-atomic
}

// One lane of each warp, and the number of warps grows with n.
__global__ void perWarp(const int *x, int n, int *count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned m = __ballot_sync(~0u, i < n && x[i] > 0);
  if (threadIdx.x % warpSize == 0)
    atomicAdd(count, __popc(m)); // expect: contended-atomic
}
__global__ void perBlockCount(const int *x, int n, int *count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int hits = __syncthreads_count(i < n && x[i] > 0);
  if (threadIdx.x == 0)
    atomicAdd(count, hits); // ok: contended-atomic
}

// A whole compare-and-swap loop stands for one atomic.
__device__ void addDouble(double *at, double v) {
  unsigned long long *word = (unsigned long long *)at, old = *word, seen;
  do {
    seen = old;
    old = atomicCAS(word, seen, // expect: contended-atomic
                    __double_as_longlong(v + __longlong_as_double(seen)));
  } while (old != seen);
}
__global__ void oldDouble(const double *x, double *sum, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    addDouble(sum, x[i]);
}

// In shared memory a float add is such a loop as well.
__global__ void sharedFloat(const float *x, float *out) {
  __shared__ float sum;
  if (threadIdx.x == 0)
    sum = 0;
  __syncthreads();
  atomicAdd(&sum, x[blockIdx.x * blockDim.x + threadIdx.x]); // expect: contended-atomic
  __syncthreads();
  if (threadIdx.x == 0)
    out[blockIdx.x] = sum;
}

// Merged by the hardware: cheap.
__global__ void sharedInt(const int *x, int *out) {
  __shared__ int sum;
  if (threadIdx.x == 0)
    sum = 0;
  __syncthreads();
  atomicAdd(&sum, x[blockIdx.x * blockDim.x + threadIdx.x]); // ok: contended-atomic
  __syncthreads();
  if (threadIdx.x == 0)
    out[blockIdx.x] = sum;
}

// A count in shared memory: the barrier counts as well.
__global__ void sharedCount(const int *x, int *out) {
  __shared__ int hits;
  if (threadIdx.x == 0)
    hits = 0;
  __syncthreads();
  if (x[blockIdx.x * blockDim.x + threadIdx.x] > 0)
    atomicAdd(&hits, 1); // expect: contended-atomic
  __syncthreads();
  if (threadIdx.x == 0)
    out[blockIdx.x] = hits;
}
__global__ void barrierCount(const int *x, int *out) {
  int hits = __syncthreads_count(x[blockIdx.x * blockDim.x + threadIdx.x] > 0);
  if (threadIdx.x == 0)
    out[blockIdx.x] = hits; // ok: contended-atomic
}
