__global__ void bad(const volatile int *flag, const float *data, float *out) {
  if (threadIdx.x == 0) {
    while (*flag == 0)
      __threadfence(); // expect: fence-in-poll
    out[0] = data[0];
  }
}
__global__ void good(const volatile int *flag, const float *data, float *out) {
  if (threadIdx.x == 0) {
    while (*flag == 0) {
    }
    __threadfence(); // ok: fence-in-poll
    out[0] = data[0];
  }
}
// The fence at block scope is cheap.
__global__ void block(const volatile int *flag, const float *data, float *out) {
  __shared__ volatile int seen;
  if (threadIdx.x == 0) seen = 0;
  __syncthreads();
  if (threadIdx.x == 0) seen = 1;
  if (threadIdx.x == 32)
    while (seen == 0)
      __threadfence_block(); // ok: fence-in-poll
}
// A wait at the price of a relaxed read comes first: few turns order anything.
__device__ unsigned loadRelaxed(const unsigned *p) {
  unsigned v;
  asm volatile("ld.relaxed.gpu.global.u32 %0, [%1];" : "=r"(v) : "l"(p) : "memory");
  return v;
}
__device__ unsigned loadAcquire(const unsigned *p) {
  unsigned v;
  asm volatile("ld.acquire.gpu.global.u32 %0, [%1];" : "=r"(v) : "l"(p) : "memory");
  return v;
}
__global__ void cheapFirst(const unsigned *turn, const float *data, float *out,
                           unsigned mine) {
  while (loadRelaxed(turn + 1) != mine) {
  }
  while (loadAcquire(turn + 1) != mine) { // ok: fence-in-poll
  }
  out[0] = data[0];
}
__global__ void otherFirst(const unsigned *turn, const float *data, float *out,
                           unsigned mine) {
  while (loadRelaxed(turn) != mine) {
  }
  while (loadAcquire(turn + 1) != mine) { // expect: fence-in-poll
  }
  out[0] = data[0];
}
// The cheap wait is for the first turn; all others are waited for with fences.
__global__ void cheapOnce(const volatile int *turn, const float *data, float *out,
                          int turns) {
  if (threadIdx.x == 0) {
    while (*turn == 0) {
    }
    for (int t = 1; t < turns; ++t) {
      while (*turn < t)
        __threadfence(); // expect: fence-in-poll
      out[t] = data[t];
    }
  }
}
