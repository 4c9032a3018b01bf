// One buffer is cut up: indices that the caller filled, then counts and results
// of the kernel, each far behind the other.
constexpr int Parts = 8192;
constexpr long ResultsAt = 16384;
constexpr long IndicesAt = ResultsAt + Parts * 64L;

__device__ void meet(unsigned *count, unsigned all) {
  __syncthreads();
  if (threadIdx.x == 0) {
    __threadfence();
    atomicAdd(count, 1u);
    unsigned seen;
    do {
      asm volatile("ld.acquire.gpu.global.u32 %0, [%1];" : "=r"(seen) : "l"(count) : "memory");
    } while (seen < all);
  }
  __syncthreads();
}

__global__ void inputsBehindResults(unsigned char *buffer, unsigned *count, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float *results = (float *)(buffer + ResultsAt);
  const long *indices = (const long *)(buffer + IndicesAt);
  results[i % Parts] = float(__ldg(indices + i));
  meet(count, gridDim.x);
  long from = __ldg(indices + i + 1); // ok: noncoherent-load
  out[i] = results[from % Parts];
}

__global__ void readsResults(unsigned char *buffer, unsigned *count, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float *results = (float *)(buffer + ResultsAt);
  results[i % Parts] = float(i);
  meet(count, gridDim.x);
  out[i] = __ldg(results + (i + 1) % Parts); // expect: noncoherent-load
}

__global__ void readsResultsPlainly(unsigned char *buffer, unsigned *count, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float *results = (float *)(buffer + ResultsAt);
  results[i % Parts] = float(i);
  meet(count, gridDim.x);
  out[i] = results[(i + 1) % Parts];
}

// Far apart at the start, but the index of what is stored has no bound.
__global__ void storesWithoutEnd(unsigned char *buffer, unsigned *count, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int other = gridDim.x * blockDim.x - 1 - i;
  float *results = (float *)buffer;
  results[i] = float(i);
  meet(count, gridDim.x);
  out[i] = __ldg(results + 0x20000 + other); // expect: noncoherent-load
}

// Arrays of equal elements, of which the first has an end.
__global__ void readsSecond(unsigned char *buffer, unsigned *count, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float *results = (float *)buffer;
  results[i % Parts] = float(i);
  meet(count, gridDim.x);
  out[i] = __ldg(results + 0x20000 + i / 2); // ok: noncoherent-load
}
