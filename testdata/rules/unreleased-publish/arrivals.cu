// Relaxed arrivals at barriers of mbarrier objects.
#include <cstdint>

__device__ uint32_t sharedAddress(const void *p) {
  return static_cast<uint32_t>(__cvta_generic_to_shared(p));
}

__device__ void waitFor(uint32_t bar) {
  asm volatile("{\n.reg .pred done;\nWAIT:\n"
               "mbarrier.try_wait.parity.shared::cta.b64 done, [%0], 0;\n"
               "@!done bra WAIT;\n}" ::"r"(bar)
               : "memory");
}

__device__ void setUp(uint32_t bar, int count) {
  if (threadIdx.x == 0)
    asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(bar),
                 "r"(count)
                 : "memory");
  __syncthreads();
}

__global__ void relaxedArrival(const int *in, int *out) {
  __shared__ int half[64];
  __shared__ __align__(8) uint64_t full;
  uint32_t bar = sharedAddress(&full);
  setUp(bar, 64);
  if (threadIdx.x < 64) {
    half[threadIdx.x] = in[threadIdx.x];
    asm volatile("mbarrier.arrive.relaxed.cta.shared::cta.b64 _, [%0];" // expect: unreleased-publish
                 ::"r"(bar)
                 : "memory");
  } else {
    waitFor(bar);
    out[threadIdx.x] = half[threadIdx.x - 64];
  }
}

__global__ void releasedArrival(const int *in, int *out) {
  __shared__ int half[64];
  __shared__ __align__(8) uint64_t full;
  uint32_t bar = sharedAddress(&full);
  setUp(bar, 64);
  if (threadIdx.x < 64) {
    half[threadIdx.x] = in[threadIdx.x];
    asm volatile("mbarrier.arrive.release.cta.shared::cta.b64 _, [%0];" // ok: unreleased-publish
                 ::"r"(bar)
                 : "memory");
  } else {
    waitFor(bar);
    out[threadIdx.x] = half[threadIdx.x - 64];
  }
}

// The barrier before it orders the store; the arrival only counts.
__global__ void countedArrival(const int *in, int *out) {
  __shared__ int half[64];
  __shared__ __align__(8) uint64_t full;
  uint32_t bar = sharedAddress(&full);
  setUp(bar, 1);
  if (threadIdx.x < 64)
    half[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  if (threadIdx.x == 0)
    asm volatile("mbarrier.arrive.relaxed.cta.shared::cta.b64 _, [%0];" // ok: unreleased-publish
                 ::"r"(bar)
                 : "memory");
  waitFor(bar);
  out[threadIdx.x] = half[threadIdx.x % 64];
}

// Each thread reads back what it wrote itself; the arrival says that the slot
// of the ring has been read.
__global__ void ownScratch(const int *in, int *out) {
  __shared__ int scratch[64];
  __shared__ __align__(8) uint64_t empty;
  uint32_t bar = sharedAddress(&empty);
  setUp(bar, 64);
  if (threadIdx.x < 64) {
    scratch[threadIdx.x] = in[threadIdx.x];
    asm volatile("mbarrier.arrive.relaxed.cta.shared::cta.b64 _, [%0];" // ok: unreleased-publish
                 ::"r"(bar)
                 : "memory");
    out[threadIdx.x] = scratch[threadIdx.x];
  } else {
    waitFor(bar);
  }
}

__global__ void ownSum(const int *in, int *out) {
  __shared__ int sum[64];
  __shared__ __align__(8) uint64_t empty;
  uint32_t bar = sharedAddress(&empty);
  setUp(bar, 64);
  sum[threadIdx.x % 64] = 0;
  __syncthreads();
  if (threadIdx.x < 64) {
    sum[threadIdx.x] += in[threadIdx.x];
    asm volatile("mbarrier.arrive.relaxed.cta.shared::cta.b64 _, [%0];" // ok: unreleased-publish
                 ::"r"(bar)
                 : "memory");
  } else {
    waitFor(bar);
  }
  __syncthreads();
  out[threadIdx.x] = sum[threadIdx.x % 64];
}
