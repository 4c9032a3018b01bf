// Loops that end by what they find themselves, and none that waits.

__device__ volatile int nextSize, drawn;
__device__ unsigned arrived;

// The blocks meet in full order; the size that ends the loop is the loop's own.
__global__ void frontier(const int *edges, volatile int *list, int *cost,
                         int size) {
  __shared__ volatile int room;
  for (int round = 1;; ++round) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < size && atomicExch(&cost[edges[list[i]]], round) == 0)
      list[atomicAdd((int *)&drawn, 1)] = edges[list[i]];
    __threadfence();
    __syncthreads();
    if (threadIdx.x == 0) {
      atomicAdd(&arrived, 1u);
      while (*(volatile unsigned *)&arrived < round * gridDim.x) {
      }
      __threadfence();
    }
    __syncthreads();
    if (i == 0)
      nextSize = drawn;
    if (nextSize == 0) // ok: relaxed-poll, weak-poll
      break;
    size = nextSize;
    cost[i] += room;
  }
}

// Every lane tries once, in its turn, to claim an empty slot.
__global__ void insert(unsigned long long *keys, int *sums, int *state,
                       unsigned long long key, int capacity) {
  int lane = threadIdx.x % 32;
  for (int at = lane; at < capacity; at += 32) {
    unsigned long long seen = keys[at];
    unsigned empty = __ballot_sync(~0u, seen == ~0ull);
    while (empty) {
      int turn = __ffs(empty) - 1;
      bool won = false, same = false;
      if (lane == turn) {
        unsigned long long old = atomicCAS(&keys[at], seen, key); // ok: relaxed-poll
        won = old == seen;
        same = old == key;
      }
      if (__any_sync(~0u, same)) {
        sums[at] += state[0];
        return;
      }
      if (__any_sync(~0u, won))
        return;
      empty ^= 1u << turn;
    }
  }
}

// A search over four edges of what does not change.
__device__ bool crosses(float a, float b, float c, float low, float high) {
  if (a > 0) {
    float d = b * b - 4 * a * c;
    if (d > 0)
      return !(high <= -b - d || d - b <= low);
    return false;
  }
  return false;
}

__global__ void search(const float *matrix, bool *hit, float x, float step) {
  bool found = false;
  for (int i = 0; i < 4 && !found; ++i)
    found = crosses(matrix[0], matrix[1] + x + i * step, matrix[2], x, // ok: weak-poll, relaxed-poll
                    x + step);
  hit[blockIdx.x * blockDim.x + threadIdx.x] = found;
}

// One thread of the grid draws for all: the others wait for what it says.
__global__ void leader(int *cmd, int *args, int *n, const int *in, int *out, int N) {
  int c;
  while ((c = *(volatile int *)cmd) != -1) { // expect: relaxed-poll
    if (!blockIdx.x && !threadIdx.x) {
      int k = atomicAdd(n, 1);
      args[0] = in[k];
      *(volatile int *)cmd = k < N ? k : -1; // expect: unreleased-publish
    }
    out[blockIdx.x * blockDim.x + threadIdx.x] += args[0];
  }
}

// Each thread draws for itself.
__global__ void eachItsOwn(volatile int *tops, const int *next, int *n, int *out, int N) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  while (tops[t] != -1) { // ok: relaxed-poll
    int k = atomicAdd(n, 1);
    tops[t] = k < N ? next[k] : -1;
    out[t] += k;
  }
}

// A stack of each thread's own, and heads of lists that all have.
__global__ void ownStack(volatile int *tops, int *all, const int *in, int *out, int n) {
  int tid = blockIdx.x * blockDim.x + threadIdx.x;
  volatile int *top = tops + tid;
  int *pool = all + tid * 64;
  for (int i = 0; i < n; ++i) {
    pool[i] = in[i];
    *top = i;
    if (in[n + i]) {
      int j = *top; // ok: relaxed-poll
      out[tid] += pool[j];
    }
  }
}

__global__ void heads(int *head, int *next, int *val, const int *keys, const int *in, int *out, int buckets) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int h = keys[i] % buckets;
  val[i] = in[i];
  next[i] = atomicExch(&head[h], i); // expect: unreleased-publish
  int at = atomicAdd(&head[in[i] % buckets], 0); // expect: relaxed-poll
  if (at >= 0)
    out[i] = val[at];
}
