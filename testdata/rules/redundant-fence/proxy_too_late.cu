// Copy, wait, fence, read: the completion has made the data visible, and from
// the reads to the next copy no way leads over the fence.
#include <cstdint>

__device__ inline void awaitRound(uint32_t bar, uint32_t parity) {
  asm volatile("{\n.reg .pred done;\nagain:\n"
               "mbarrier.try_wait.parity.shared::cta.b64 done, [%0], %1;\n"
               "@!done bra again;\n}" ::"r"(bar), "r"(parity)
               : "memory");
}
__device__ inline void fetch(uint32_t to, const float *from, uint32_t bar) {
  asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], 2048;" ::"r"(bar) : "memory");
  asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], 2048, [%2];" ::"r"(to), "l"(from), "r"(bar) : "memory");
}
__device__ inline uint32_t prepared(uint64_t *bar) {
  uint32_t at = (uint32_t)__cvta_generic_to_shared(bar);
  if (threadIdx.x == 0) {
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(at) : "memory");
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
  }
  __syncthreads();
  return at;
}

__global__ void late(const float *rows, float *sums, int n) {
  __shared__ __align__(128) float row[512];
  __shared__ __align__(8) uint64_t full;
  uint32_t bar = prepared(&full), to = (uint32_t)__cvta_generic_to_shared(row);
  float sum = 0;
  for (int r = 0; r < n; ++r) {
    if (threadIdx.x == 0)
      fetch(to, rows + r * 512, bar);
    awaitRound(bar, r & 1);
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory"); // expect: redundant-fence
    sum += row[threadIdx.x];
    __syncthreads();
  }
  sums[blockIdx.x * 512 + threadIdx.x] = sum;
}

__global__ void withoutFence(const float *rows, float *sums, int n) {
  __shared__ __align__(128) float row[512];
  __shared__ __align__(8) uint64_t full;
  uint32_t bar = prepared(&full), to = (uint32_t)__cvta_generic_to_shared(row);
  float sum = 0;
  for (int r = 0; r < n; ++r) {
    if (threadIdx.x == 0)
      fetch(to, rows + r * 512, bar);
    awaitRound(bar, r & 1);
    sum += row[threadIdx.x];
    __syncthreads();
  }
  sums[blockIdx.x * 512 + threadIdx.x] = sum;
}

// Behind the reads and before the next copy, the fence hands the buffer back.
__global__ void handedBack(const float *rows, float *sums, int n) {
  __shared__ __align__(128) float row[512];
  __shared__ __align__(8) uint64_t full;
  uint32_t bar = prepared(&full), to = (uint32_t)__cvta_generic_to_shared(row);
  float sum = 0;
  for (int r = 0; r < n; ++r) {
    if (threadIdx.x == 0)
      fetch(to, rows + r * 512, bar);
    awaitRound(bar, r & 1);
    sum += row[threadIdx.x];
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory"); // ok: redundant-fence
    __syncthreads();
  }
  sums[blockIdx.x * 512 + threadIdx.x] = sum;
}

// The row is changed in place, and the fence of the next round is the first
// that the copy behind it meets.
__global__ void changedInPlace(const float *rows, float *sums, int n) {
  __shared__ __align__(128) float row[512];
  __shared__ __align__(8) uint64_t full;
  uint32_t bar = prepared(&full), to = (uint32_t)__cvta_generic_to_shared(row);
  for (int r = 0; r < n; ++r) {
    row[threadIdx.x] = 0;
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory"); // ok: redundant-fence
    __syncthreads();
    if (threadIdx.x == 0)
      fetch(to, rows + r * 512, bar);
    awaitRound(bar, r & 1);
    sums[r * 512 + threadIdx.x] = row[threadIdx.x];
    __syncthreads();
  }
}
