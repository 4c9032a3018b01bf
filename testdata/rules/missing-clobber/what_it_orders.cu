// What an asm statement without a clobber orders, and what it does not.

// A row of flags is waited for and cleared, flag by flag.
__global__ void takeAndClear(int *counts, unsigned long long *total, int n) {
  if (threadIdx.x != 0)
    return;
  unsigned long long sum = 0;
  for (int i = 0; i < n; ++i) {
    int *count = counts + i * 2;
    int seen;
    do {
      asm volatile("ld.acquire.sys.global.u32 %0, [%1];"
                   : "=r"(seen)
                   : "l"(count)
                   : "memory");
    } while (seen == 0);
    sum += seen;
    *count = 0;
  }
  asm volatile("red.release.sys.global.add.u64 [%0], %1;" ::"l"(total), "l"(sum));
}

// The same with a result that the reader of the sum looks at.
__global__ void takeAndKeep(int *counts, int *kept, unsigned long long *total,
                            int n) {
  if (threadIdx.x != 0)
    return;
  unsigned long long sum = 0;
  for (int i = 0; i < n; ++i) {
    int *count = counts + i * 2;
    int seen;
    do {
      asm volatile("ld.acquire.sys.global.u32 %0, [%1];"
                   : "=r"(seen)
                   : "l"(count)
                   : "memory");
    } while (seen == 0);
    sum += seen;
    kept[i] = 2 * seen;
  }
  asm volatile("red.release.sys.global.add.u64 [%0], %1;" // expect: missing-clobber
               ::"l"(total), "l"(sum));
}

// What is read through the read-only path is constant, by its author's word.
__global__ void readsTable(const int *ready, const float *table,
                           const float *data, float *out) {
  if (threadIdx.x == 0) {
    int seen;
    do {
      asm volatile("ld.acquire.gpu.global.u32 %0, [%1];"
                   : "=r"(seen)
                   : "l"(ready));
    } while (seen == 0);
    out[0] = __ldg(table) + *(volatile const float *)data;
  }
}
__global__ void readsData(const int *ready, const float *data, float *out) {
  if (threadIdx.x == 0) {
    int seen;
    do {
      asm volatile("ld.acquire.gpu.global.u32 %0, [%1];" // expect: missing-clobber
                   : "=r"(seen)
                   : "l"(ready));
    } while (seen == 0);
    out[0] = data[0];
  }
}

// Behind the last store there is nothing left to release it with.
__global__ void fenceAtTheEnd(unsigned *tiles, int tile) {
  if (threadIdx.x == 0)
    tiles[tile] = 0;
  asm volatile("fence.sc.gpu;"); // expect: redundant-fence
}
__global__ void fenceBetween(unsigned *tiles, int *done, int tile) {
  if (threadIdx.x == 0) {
    tiles[tile] = 7;
    asm volatile("fence.sc.gpu;"); // expect: missing-clobber
    atomicAdd(done, 1);
  }
}

// The counter is set back for the next round once it has been waited for.
__global__ void takeTile(unsigned *tiles, float *out, int round) {
  if (threadIdx.x == 0) {
    while (0 != atomicCAS(tiles + blockIdx.x, 0, 0)) { // expect: rmw-poll
    }
    tiles[blockIdx.x] = 1;
    asm volatile("fence.sc.gpu;");
  }
  __syncthreads();
  out[threadIdx.x + blockIdx.x * blockDim.x] = round;
}
