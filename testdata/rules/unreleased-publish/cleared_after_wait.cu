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

// All blocks are past the wait at the start when the counts are cleared: the
// next who waits there is a block of the next launch.
#include <cooperative_groups.h>

__global__ void roundOfPeers(unsigned **boxes, int *counts, const int *where, int *totals,
                             int peers, int n, unsigned rank) {
  unsigned t = blockIdx.x * blockDim.x + threadIdx.x;
  for (unsigned i = t; i < peers; i += blockDim.x * gridDim.x)
    while (*(volatile unsigned *)&boxes[rank][64 + i] != 0) {
    }
  cooperative_groups::this_grid().sync();
  for (unsigned i = t; i < n; i += blockDim.x * gridDim.x)
    atomicAdd(&counts[where[i]], 1);
  cooperative_groups::this_grid().sync();
  for (unsigned i = t; i < peers; i += blockDim.x * gridDim.x) {
    asm volatile("st.release.sys.global.u32 [%0], %1;" ::"l"(&boxes[i][rank]), "r"(counts[i] + 1) : "memory");
    counts[i] = 0;
  }
  for (unsigned i = t; i < peers; i += blockDim.x * gridDim.x) {
    unsigned got;
    do {
      asm volatile("ld.acquire.sys.global.u32 %0, [%1];" : "=r"(got) : "l"(&boxes[rank][i]) : "memory");
    } while (got == 0);
    *(volatile unsigned *)&boxes[rank][i] = 0; // ok: unreleased-publish
    totals[i] = got - 1;
  }
}

// Without the barrier, blocks of this launch may still wait, and then read.
__global__ void roundOfBlocks(unsigned **mail, int *sums, int *results, int peers, unsigned rank) {
  unsigned t = blockIdx.x * blockDim.x + threadIdx.x;
  for (unsigned i = t; i < peers; i += blockDim.x * gridDim.x)
    while (*(volatile unsigned *)&mail[rank][64 + i] != 0) { // expect: relaxed-poll
    }
  results[t] = sums[(t + 1) % peers];
  for (unsigned i = t; i < peers; i += blockDim.x * gridDim.x) {
    sums[i] = 0;
    unsigned got;
    do {
      asm volatile("ld.acquire.sys.global.u32 %0, [%1];" : "=r"(got) : "l"(&mail[rank][i]) : "memory");
    } while (got == 0);
    *(volatile unsigned *)&mail[rank][i] = 0; // expect: unreleased-publish
  }
}
