// Warps store rows and count themselves in; one lane waits for the count and tells a peer.

__device__ void countIn(unsigned *count) { asm volatile("red.release.gpu.global.add.u32 [%0], 1;" ::"l"(count) : "memory"); }
__device__ void tell(unsigned *flag) { asm volatile("st.release.sys.global.u32 [%0], 1;" ::"l"(flag) : "memory"); }

__global__ void waitsAndAcquires(float *rows, const float *from, unsigned *count, unsigned *flag, unsigned all) {
  int warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
  rows[warp * 32 + lane] = from[warp * 32 + lane];
  __syncwarp();
  if (lane == 0)
    countIn(count);
  if (warp == 0 && lane == 0) {
    unsigned seen;
    do {
      asm volatile("ld.acquire.gpu.global.u32 %0, [%1];" : "=r"(seen) : "l"(count) : "memory");
    } while (seen != all);
    tell(flag); // ok: publish-before-block-done
  }
}

__global__ void waitsAndDoesNotAcquire(float *rows, const float *from, unsigned *count, unsigned *flag, unsigned all) {
  int warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
  rows[warp * 32 + lane] = from[warp * 32 + lane];
  __syncwarp();
  if (lane == 0)
    countIn(count);
  if (warp == 0 && lane == 0) {
    unsigned seen;
    do {
      asm volatile("ld.relaxed.gpu.global.u32 %0, [%1];" : "=r"(seen) : "l"(count) : "memory"); // expect: relaxed-poll
    } while (seen != all);
    tell(flag); // ok: publish-before-block-done
  }
}

__global__ void doesNotWait(float *rows, const float *from, unsigned *count, unsigned *flag) {
  int warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
  rows[warp * 32 + lane] = from[warp * 32 + lane];
  if (warp == 0 && lane == 0)
    tell(flag); // expect: publish-before-block-done
}

// The publishing warp comes to the barrier of those who write.
__global__ void onlyArrives(float *tile, int *ready) {
  if (threadIdx.x < 128) {
    tile[blockIdx.x * 128 + threadIdx.x] = threadIdx.x;
    asm volatile("bar.sync 2, 160;" ::: "memory");
  } else {
    asm volatile("bar.arrive 2, 160;" ::: "memory");
    if (threadIdx.x == 128)
      asm volatile("st.release.gpu.global.s32 [%0], 1;" ::"l"(ready + blockIdx.x) : "memory"); // expect: publish-before-block-done
  }
}
__global__ void waitsForThem(float *tile, int *ready) {
  if (threadIdx.x < 128) {
    tile[blockIdx.x * 128 + threadIdx.x] = threadIdx.x;
    asm volatile("bar.arrive 2, 160;" ::: "memory");
  } else {
    asm volatile("bar.sync 2, 160;" ::: "memory");
    if (threadIdx.x == 128)
      asm volatile("st.release.gpu.global.s32 [%0], 1;" ::"l"(ready + blockIdx.x) : "memory"); // ok: publish-before-block-done
  }
}
__global__ void next(const float *tile, const int *ready, float *out) {
  if (threadIdx.x == 0) {
    int seen;
    do {
      asm volatile("ld.acquire.gpu.global.s32 %0, [%1];" : "=r"(seen) : "l"(ready + blockIdx.x) : "memory");
    } while (seen == 0);
  }
  __syncthreads();
  out[blockIdx.x * 128 + threadIdx.x] = tile[blockIdx.x * 128 + threadIdx.x];
}
