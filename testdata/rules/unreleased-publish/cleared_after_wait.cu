// Flags that are cleared once they were seen tell of nothing older; a flag that
// is passed on tells of all of it.
__global__ void collect(int *counts, int *sum, unsigned *inbox, unsigned *ready,
                        int ranks) {
  int t = threadIdx.x;
  counts[t] = 0;
  if (t < ranks) {
    while (*(volatile unsigned *)&ready[t] != 0) {
    }
    unsigned got;
    while ((got = *(volatile unsigned *)&inbox[t]) == 0) {
    }
    *(volatile unsigned *)&inbox[t] = 0; // ok: unreleased-publish
    sum[t] = got - 1;
  }
}

__global__ void passOn(int *parts, unsigned *turn, int *out) {
  if (threadIdx.x == 0) {
    parts[blockIdx.x] = 3;
    while (*(volatile unsigned *)turn != blockIdx.x) {
    }
    *(volatile unsigned *)turn = blockIdx.x + 1; // expect: unreleased-publish
    if (blockIdx.x + 1 == gridDim.x) {
      __threadfence();
      for (int i = 0; i < gridDim.x; ++i)
        *out += parts[i];
    }
  }
}

// Who asks waits until the word is cleared, and then reads.
__global__ void answer(int *out, int *request) {
  if (threadIdx.x == 0) {
    out[0] = 42;
    while (*(volatile int *)request != 1) {
    }
    *(volatile int *)request = 0; // expect: unreleased-publish
  }
}

__global__ void ask(const int *out, int *request, int *got) {
  if (threadIdx.x == 0) {
    *(volatile int *)request = 1;
    while (*(volatile int *)request != 0) {
    }
    __threadfence();
    *got = out[0];
  }
}
