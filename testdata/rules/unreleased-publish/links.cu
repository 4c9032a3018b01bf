// Lists that some threads grow while others walk them.

struct Node {
  float value;
  int next;
};

__global__ void pushed(Node *pool, int *head, const float *in, float *sums, int producers) {
  int n = blockIdx.x * blockDim.x + threadIdx.x;
  if (blockIdx.x < producers) {
    pool[n].value = in[n];
    int old = *(volatile int *)head, seen;
    do {
      seen = old;
      pool[n].next = seen;
      old = atomicCAS(head, seen, n); // expect: unreleased-publish
    } while (old != seen);
  } else if (threadIdx.x == 0) {
    int at = atomicExch(head, -1);
    __threadfence();
    float s = 0;
    for (; at >= 0; at = pool[at].next)
      s += pool[at].value;
    sums[blockIdx.x] = s;
  }
}

__global__ void pushedBehindAFence(Node *pool, int *head, const float *in, float *sums, int producers) {
  int n = blockIdx.x * blockDim.x + threadIdx.x;
  if (blockIdx.x < producers) {
    pool[n].value = in[n];
    int old = *(volatile int *)head, seen;
    do {
      seen = old;
      pool[n].next = seen;
      __threadfence();
      old = atomicCAS(head, seen, n); // ok: unreleased-publish
    } while (old != seen);
  } else if (threadIdx.x == 0) {
    int at = atomicExch(head, -1); // expect: relaxed-poll
    float s = 0;
    for (; at >= 0; at = pool[at].next)
      s += pool[at].value;
    sums[blockIdx.x] = s;
  }
}

// The list is walked by the next kernel.
__global__ void onlyPushed(Node *pool, int *head, const float *in) {
  int n = blockIdx.x * blockDim.x + threadIdx.x;
  pool[n].value = in[n];
  pool[n].next = atomicExch(head, n); // ok: unreleased-publish
}
__global__ void onlyWalked(Node *pool, int *head, float *sum) {
  float s = 0;
  for (int at = *head; at >= 0; at = pool[at].next) // ok: relaxed-poll
    s += pool[at].value;
  *sum = s;
}

// A list of the block, walked behind its barrier.
__global__ void inTwoSteps(Node *pool, int *heads, const float *in, float *sums) {
  int n = blockIdx.x * blockDim.x + threadIdx.x;
  pool[n].value = in[n];
  int old = *(volatile int *)(heads + blockIdx.x), seen;
  do {
    seen = old;
    pool[n].next = seen;
    old = atomicCAS(heads + blockIdx.x, seen, n); // ok: unreleased-publish
  } while (old != seen);
  __syncthreads();
  if (threadIdx.x == 0) {
    float s = 0;
    for (int at = *(volatile int *)(heads + blockIdx.x); at >= 0; at = pool[at].next) // ok: relaxed-poll
      s += pool[at].value;
    sums[blockIdx.x] = s;
  }
}
