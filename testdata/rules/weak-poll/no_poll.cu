// Loops that leave on a plain load and wait for nobody.

__global__ void search(const int *sorted, int n, int wanted, int *at) {
  int i = 0;
  while (i < n && sorted[i] < wanted) // ok: weak-poll
    ++i;
  *at = i;
}

struct Node {
  int next, value;
};

__global__ void walk(const Node *nodes, int first, int *sum) {
  int total = 0;
  for (int i = first; i >= 0; i = nodes[i].next) // ok: weak-poll
    total += nodes[i].value;
  sum[threadIdx.x] = total;
}

// The thread itself changes what it tests.
__global__ void countDown(int *left, float *out) {
  while (left[threadIdx.x] > 0) { // ok: weak-poll
    out[threadIdx.x] *= 0.5f;
    --left[threadIdx.x];
  }
}

// The bound is an input, loaded in every round.
__global__ void bounded(const int *n, const float *in, float *out) {
  for (int i = 0; i < *n; ++i) // ok: weak-poll
    out[threadIdx.x] += in[i];
}

// A word of the block's own memory, changed between barriers.
__global__ void blockLoop(float *out) {
  __shared__ int more;
  if (threadIdx.x == 0)
    more = 4;
  __syncthreads();
  while (more > 0) { // ok: weak-poll
    out[threadIdx.x] += 1.0f;
    __syncthreads();
    if (threadIdx.x == 0)
      --more;
    __syncthreads();
  }
}
