// A bulk copy fills memory that ordinary stores have changed, or only read.
#include <cstdint>

__device__ uint32_t sharedAddress(const void *p) {
  return static_cast<uint32_t>(__cvta_generic_to_shared(p));
}

__device__ void init(uint64_t *bar, uint32_t count) {
  asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(
                   sharedAddress(bar)),
               "r"(count)
               : "memory");
  asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
}

__device__ void waitFor(uint64_t *bar, uint32_t parity) {
  asm volatile("{\n.reg .pred p;\nW: mbarrier.try_wait.parity.shared::cta.b64 "
               "p, [%0], %1;\n@!p bra W;\n}" ::"r"(sharedAddress(bar)),
               "r"(parity)
               : "memory");
}

__device__ void giveBack(uint64_t *bar) {
  asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(
                   sharedAddress(bar))
               : "memory");
}

__device__ void fenceShared() {
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
}

template <bool IsChanged, bool IsFenced>
__device__ float consume(float *stage, uint64_t *full, uint64_t *empty,
                         int tiles) {
  float sum = 0;
  for (int t = 0; t < tiles; ++t) {
    waitFor(full, t & 1);
    float v = stage[threadIdx.x];
    if (IsChanged) {
      stage[threadIdx.x] = v < 0 ? 0 : v;
      asm volatile("bar.sync 1, 128;" ::: "memory");
      v = stage[127 - threadIdx.x];
    }
    sum += v;
    if (IsFenced)
      fenceShared();
    giveBack(empty);
  }
  return sum;
}

#define FILL(stage, full, empty, src, tiles)                                   \
  for (int t = 0; t < tiles; ++t) {                                            \
    waitFor(&empty, (t & 1) ^ 1);                                              \
    asm volatile(                                                              \
        "mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], 512;" ::"r"(       \
            sharedAddress(&full))                                              \
        : "memory");                                                           \
    asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx:" \
                 ":bytes [%0], [%1], 512, [%2];" ::"r"(sharedAddress(stage)),  \
                 "l"(src + t * 128), "r"(sharedAddress(&full))                 \
                 : "memory");                                                  \
  }

__global__ void clamped(const float *src, float *out, int tiles) {
  __shared__ alignas(128) float stage[128];
  __shared__ uint64_t full, empty;
  if (threadIdx.x == 0)
    init(&full, 1), init(&empty, 128);
  __syncthreads();
  if (threadIdx.x == 128) {
    FILL(stage, full, empty, src, tiles) // expect: missing-proxy-fence
  } else if (threadIdx.x < 128) {
    out[threadIdx.x] = consume<true, false>(stage, &full, &empty, tiles);
  }
}

__global__ void clampedFenced(const float *src, float *out, int tiles) {
  __shared__ alignas(128) float stage[128];
  __shared__ uint64_t full, empty;
  if (threadIdx.x == 0)
    init(&full, 1), init(&empty, 128);
  __syncthreads();
  if (threadIdx.x == 128) {
    FILL(stage, full, empty, src, tiles) // ok: missing-proxy-fence
  } else if (threadIdx.x < 128) {
    out[threadIdx.x] = consume<true, true>(stage, &full, &empty, tiles);
  }
}

__global__ void onlyRead(const float *src, float *out, int tiles) {
  __shared__ alignas(128) float stage[128];
  __shared__ uint64_t full, empty;
  if (threadIdx.x == 0)
    init(&full, 1), init(&empty, 128);
  __syncthreads();
  if (threadIdx.x == 128) {
    FILL(stage, full, empty, src, tiles) // ok: missing-proxy-fence
  } else if (threadIdx.x < 128) {
    out[threadIdx.x] = consume<false, false>(stage, &full, &empty, tiles);
  }
}

// Results stand behind the tile in one dynamic array.
__global__ void behindTheTile(const float *src, float *out, unsigned bytes,
                              int tiles) {
  extern __shared__ float buffer[];
  __shared__ uint64_t full;
  float *result = buffer + bytes / 4;
  if (threadIdx.x == 0)
    init(&full, 1);
  __syncthreads();
  for (int t = 0; t < tiles; ++t) {
    if (threadIdx.x == 0)
      asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;\n"
                   "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx:"
                   ":bytes [%2], [%3], %1, [%0];" ::"r"(sharedAddress(&full)),
                   "r"(bytes), "r"(sharedAddress(buffer)),
                   "l"(src + t * bytes / 4)
                   : "memory"); // ok: missing-proxy-fence
    waitFor(&full, t & 1);
    float v = buffer[threadIdx.x];
    result[threadIdx.x] = v * v;
    __syncthreads();
    out[t * 128 + threadIdx.x] = result[127 - threadIdx.x];
    __syncthreads();
  }
}
