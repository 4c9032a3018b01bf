// Updates in two steps, each with its repaired or owned twin.

__global__ void dot(const float *a, const float *b, int n, float *sum) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    *sum += a[i] * b[i]; // expect: lost-update
}

__global__ void dotFixed(const float *a, const float *b, int n, float *sum) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    atomicAdd(sum, a[i] * b[i]); // ok: lost-update // expect: contended-atomic
}

__global__ void rows(const float *x, int n, int width, float *sums) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    sums[i / width] += x[i]; // expect: lost-update
}

__global__ void ownRow(const float *x, int n, int width, float *sums) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < n)
    for (int i = 0; i < width; ++i)
      sums[row] += x[row * width + i]; // ok: lost-update
}

__global__ void bins(const unsigned char *pixel, int n, unsigned *count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    count[pixel[i]]++; // expect: lost-update
}

__global__ void sharedBins(const unsigned *key, int n, unsigned *count) {
  __shared__ unsigned local[64];
  if (threadIdx.x < 64)
    local[threadIdx.x] = 0;
  __syncthreads();
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    local[key[i] % 64]++; // expect: lost-update
  __syncthreads();
  if (threadIdx.x < 64)
    atomicAdd(&count[threadIdx.x], local[threadIdx.x]);
}

__global__ void sharedBinsFixed(const unsigned *key, int n, unsigned *count) {
  __shared__ unsigned local[64];
  if (threadIdx.x < 64)
    local[threadIdx.x] = 0;
  __syncthreads();
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    atomicAdd(&local[key[i] % 64], 1u);
  __syncthreads();
  if (threadIdx.x < 64)
    atomicAdd(&count[threadIdx.x], local[threadIdx.x]); // ok: lost-update
}

__global__ void columnOfBlock(const float *x, float *sums) {
  __shared__ float part[256];
  part[threadIdx.x] = x[blockIdx.x * 256 + threadIdx.x];
  __syncthreads();
  sums[threadIdx.x] += part[255 - threadIdx.x]; // expect: lost-update
}

__global__ void largest(const int *x, int n, int *best) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && x[i] > *best)
    *best = x[i]; // expect: lost-update
}

// A tree of sums: each step is one thread's.
__global__ void tree(const float *x, float *out) {
  __shared__ float s[256];
  int t = threadIdx.x;
  s[t] = x[blockIdx.x * 256 + t];
  __syncthreads();
  for (int o = 128; o > 0; o >>= 1) {
    if (t < o)
      s[t] += s[t + o]; // ok: lost-update
    __syncthreads();
  }
  if (t == 0)
    out[blockIdx.x] += s[0]; // ok: lost-update
}

// One block, one thread of it.
__global__ void step(int *round) {
  if (blockIdx.x == 0 && threadIdx.x == 0)
    ++*round; // ok: lost-update
}

// Under a lock.
__global__ void locked(int *lock, double *sum, double v) {
  if (threadIdx.x == 0) {
    while (atomicCAS(lock, 0, 1) != 0)
      __nanosleep(20);
    __threadfence();
    *sum += v; // ok: lost-update
    __threadfence();
    atomicExch(lock, 0);
  }
}

// All threads store the same, and what they store was not computed from it.
__global__ void mark(const int *next, int n, int *changed) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && next[i] != i && *changed == 0)
    *changed = 1; // ok: lost-update
}

// A work item that was drawn belongs to the thread that drew it.
__global__ void drawn(unsigned *head, unsigned n, float *x) {
  for (;;) {
    unsigned i = atomicAdd(head, 1u);
    if (i >= n)
      return;
    x[i] *= 2.f; // ok: lost-update
  }
}

// What is stored was read in the turn before, from another location.
__global__ void flip(const int *via, int *mate, int n) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (j >= n || via[j] < 0)
    return;
  int at = via[j], next = mate[at];
  while (next >= 0) {
    int old = next;
    at = via[old];
    next = mate[at];
    mate[at] = old; // ok: lost-update
  }
}

__global__ void shorten(const int *tail, const int *head, int m, int *far) {
  int e = blockIdx.x * blockDim.x + threadIdx.x;
  if (e >= m)
    return;
  int candidate = far[tail[e]] + 1;
  if (candidate < far[head[e]])
    far[head[e]] = candidate; // expect: lost-update
}

// A list of distinct nodes: each thread clears the counter of its node first.
__global__ void cutOfNode(const int *nodes, const int *left, int *cut,
                          int *sizes, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int node = nodes[i];
  sizes[node] = 0;
  cut[node * 8 + sizes[node]++] = left[node]; // ok: lost-update
}

// The counters are shared: many entries of the list name one node.
__global__ void degreeOfNode(const int *nodes, int *sizes, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    sizes[nodes[i]]++; // expect: lost-update
}
