// Global memory written by threads and read by bulk loads.
#include <cstdint>

__device__ void bulkLoad(void *to, const void *from, uint64_t *full) {
  uint32_t b = (uint32_t)__cvta_generic_to_shared(full);
  asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], 1024;" ::"r"(b)
               : "memory");
  asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::"
               "bytes [%0], [%1], 1024, [%2];" ::"r"(
                   (uint32_t)__cvta_generic_to_shared(to)),
               "l"(from), "r"(b)
               : "memory");
}

__device__ void initBarrier(uint64_t *full) {
  uint32_t b = (uint32_t)__cvta_generic_to_shared(full);
  asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(b) : "memory");
  asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
}

__device__ void waitFor(uint64_t *full) {
  uint32_t b = (uint32_t)__cvta_generic_to_shared(full);
  asm volatile("{\n.reg .pred p;\nW: mbarrier.try_wait.parity.shared::cta.b64 p, "
               "[%0], 0;\n@!p bra W;\n}" ::"r"(b)
               : "memory");
}

__device__ void waitFlag(const unsigned *flag) {
  unsigned v;
  do {
    asm volatile("ld.acquire.gpu.global.u32 %0, [%1];"
                 : "=r"(v)
                 : "l"(flag)
                 : "memory");
  } while (v == 0);
}

__device__ void raise(unsigned *flag) {
  asm volatile("st.release.gpu.global.u32 [%0], 1;" ::"l"(flag) : "memory");
}

__device__ void fenceGlobal() {
  asm volatile("fence.proxy.async.global;" ::: "memory");
}

// One block stores, another one loads in bulk.
__global__ void acrossBlocks(float *data, unsigned *flag, float *out) {
  __shared__ alignas(128) float t[256];
  __shared__ alignas(8) uint64_t full;
  if (blockIdx.x == 0) {
    data[threadIdx.x] = threadIdx.x;
    __syncthreads();
    if (threadIdx.x == 0)
      raise(flag);
    return;
  }
  if (threadIdx.x == 0) {
    initBarrier(&full);
    waitFlag(flag);
    bulkLoad(t, data, &full); // expect: missing-proxy-fence
  }
  __syncthreads();
  waitFor(&full);
  out[threadIdx.x] = t[threadIdx.x];
}

__global__ void acrossBlocksFenced(float *data, unsigned *flag, float *out) {
  __shared__ alignas(128) float t[256];
  __shared__ alignas(8) uint64_t full;
  if (blockIdx.x == 0) {
    data[threadIdx.x] = threadIdx.x;
    __syncthreads();
    if (threadIdx.x == 0)
      raise(flag);
    return;
  }
  if (threadIdx.x == 0) {
    initBarrier(&full);
    waitFlag(flag);
    fenceGlobal();
    bulkLoad(t, data, &full); // ok: missing-proxy-fence
  }
  __syncthreads();
  waitFor(&full);
  out[threadIdx.x] = t[threadIdx.x];
}

// One block stores and loads again.
__global__ void withinBlock(float *data, float *out) {
  __shared__ alignas(128) float t[256];
  __shared__ alignas(8) uint64_t full;
  float *mine = data + blockIdx.x * 256;
  mine[threadIdx.x] = threadIdx.x;
  if (threadIdx.x == 0)
    initBarrier(&full);
  __syncthreads();
  if (threadIdx.x == 0)
    bulkLoad(t, mine, &full); // expect: missing-proxy-fence
  waitFor(&full);
  out[blockIdx.x * 256 + threadIdx.x] = t[threadIdx.x ^ 1];
}

__global__ void withinBlockFenced(float *data, float *out) {
  __shared__ alignas(128) float t[256];
  __shared__ alignas(8) uint64_t full;
  float *mine = data + blockIdx.x * 256;
  mine[threadIdx.x] = threadIdx.x;
  fenceGlobal();
  if (threadIdx.x == 0)
    initBarrier(&full);
  __syncthreads();
  if (threadIdx.x == 0)
    bulkLoad(t, mine, &full); // ok: missing-proxy-fence
  waitFor(&full);
  out[blockIdx.x * 256 + threadIdx.x] = t[threadIdx.x ^ 1];
}

// Tiles are loaded, changed and stored to their place: the next load is of
// another tile.
__global__ void inPlace(float *data, int tiles) {
  __shared__ alignas(128) float t[256];
  __shared__ alignas(8) uint64_t full;
  for (int i = 0; i < tiles; ++i) {
    if (threadIdx.x == 0)
      initBarrier(&full);
    __syncthreads();
    if (threadIdx.x == 0)
      bulkLoad(t, data + i * 256, &full); // ok: missing-proxy-fence
    waitFor(&full);
    data[i * 256 + threadIdx.x] = t[threadIdx.x] * 2;
    __syncthreads();
  }
}

// Read by threads, then filled again: no proxy fence is needed.
__global__ void refilled(const float *data, float *out, int tiles) {
  __shared__ alignas(128) float t[256];
  __shared__ alignas(8) uint64_t full[2];
  float sum = 0;
  for (int i = 0; i < tiles; ++i) {
    if (threadIdx.x == 0)
      initBarrier(&full[i & 1]);
    __syncthreads();
    if (threadIdx.x == 0)
      bulkLoad(t, data + i * 256, &full[i & 1]); // ok: missing-proxy-fence
    waitFor(&full[i & 1]);
    sum += t[threadIdx.x];
    __syncthreads();
  }
  out[threadIdx.x] = sum;
}
