// One wait in two manners, and records whose flag lies beside their words.

__device__ unsigned relaxed(const unsigned *p) {
  unsigned v;
  asm volatile("ld.relaxed.gpu.global.u32 %0, [%1];" : "=r"(v) : "l"(p) : "memory");
  return v;
}
__device__ unsigned acquired(const unsigned *p) {
  unsigned v;
  asm volatile("ld.acquire.gpu.global.u32 %0, [%1];" : "=r"(v) : "l"(p) : "memory");
  return v;
}

__global__ void inTwoManners(const unsigned *ready, const float *rows, float *out, bool isHot) {
  if (threadIdx.x == 0) {
    if (isHot) {
      while (relaxed(ready + blockIdx.x) == 0) { // expect: relaxed-poll
      }
    } else {
      while (acquired(ready + blockIdx.x) == 0)
        __nanosleep(64);
    }
  }
  __syncthreads();
  out[blockIdx.x * 128 + threadIdx.x] = rows[blockIdx.x * 128 + threadIdx.x];
}

// The word that is polled is one of the record's; the others are plain.
__global__ void fill(int *box, const int *from, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  box[4 * i + 1] = from[i];
  box[4 * i + 2] = from[i] + 1;
  __threadfence();
  *(volatile int *)(box + 4 * i) = from[i] & 255;
}
__global__ void drain(int *box, int *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int first;
  do {
    first = *(volatile int *)(box + 4 * i); // expect: relaxed-poll
  } while (first == -1);
  out[i] = first + box[4 * i + 1] + box[4 * i + 2];
}

// Every lane waits for its own word, one of them fences.
__global__ void raise(int *status, int *sums, const int *in) {
  sums[blockIdx.x] = in[blockIdx.x];
  __threadfence();
  *(volatile int *)(status + blockIdx.x) = 1;
}
__global__ void fencedByOneLane(const int *status, const int *sums, int *out) {
  int lane = threadIdx.x % 32;
  while (*(const volatile int *)(status + lane) == 0) { // expect: relaxed-poll
  }
  if (lane == 0)
    __threadfence();
  out[threadIdx.x] = sums[lane];
}
__global__ void fencedByEachLane(const int *status, const int *sums, int *out) {
  int lane = threadIdx.x % 32;
  while (*(const volatile int *)(status + lane) == 0) { // ok: relaxed-poll
  }
  __threadfence();
  out[threadIdx.x] = sums[lane];
}
