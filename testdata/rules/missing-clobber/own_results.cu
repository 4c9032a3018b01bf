// Flags between ranks: who waits for one reads the inbox, and nobody a rank's
// own results.
struct Ranks {
  int *flags[8];
  uint4 *inboxes[8];
  uint4 *results;
};

__device__ __forceinline__ void storeFlag(int *flag, int value) {
  asm volatile("st.release.sys.global.u32 [%1], %0;" ::"r"(value), "l"(flag)); // ok: missing-clobber
}
__device__ __forceinline__ int loadFlag(int *flag) {
  int value;
  asm volatile("ld.acquire.sys.global.u32 %0, [%1];" : "=r"(value) : "l"(flag) : "memory");
  return value;
}

__device__ __forceinline__ void clear(uint4 *place) {
  asm volatile("st.volatile.global.v4.u32 [%0], {%1, %1, %1, %1};" ::"l"(place), "r"(0));
}

__global__ void exchange(Ranks r, int rank, int round, int n) {
  for (int peer = 0; peer < 8; ++peer)
    r.inboxes[peer][rank * n + threadIdx.x] = r.inboxes[rank][rank * n + threadIdx.x];
  __syncthreads();
  if (threadIdx.x < 8) {
    storeFlag(r.flags[threadIdx.x] + rank, round);
    while (loadFlag(r.flags[rank] + threadIdx.x) != round)
      ;
  }
  __syncthreads();
  if (threadIdx.x == 0) {
    for (int i = 0; i < n; ++i) {
      r.results[i] = r.inboxes[rank][(i % 8) * n + i];
      clear(&r.inboxes[rank][(i % 8) * n + i]);
    }
    storeFlag(r.flags[rank] + 8, round);
  }
}

// The data of the flag itself.
__device__ __forceinline__ void storeFlagOfData(int *flag, int value) {
  asm volatile("st.release.sys.global.u32 [%1], %0;" ::"r"(value), "l"(flag)); // expect: missing-clobber
}
__global__ void send(Ranks r, int rank, int round) {
  if (threadIdx.x == 0) {
    r.inboxes[rank ^ 1][rank] = r.results[0];
    storeFlagOfData(r.flags[rank ^ 1] + rank, round);
  }
}
