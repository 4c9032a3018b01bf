#include <cstdint>
#include <cuda/atomic>
struct Desc {
  uint32_t status;
  int32_t value;
};
__device__ uint64_t pack(uint32_t s, int v) {
  return (uint64_t)s << 32 | (uint32_t)v;
}
__global__ void scan(uint64_t *desc, const int *in, int *out) {
  int b = blockIdx.x;
  if (threadIdx.x == 0) {
    cuda::atomic_ref<uint64_t, cuda::thread_scope_device> mine(desc[b]);
    mine.store(pack(1, in[b]), cuda::memory_order_relaxed);
    int sum = 0;
    for (int p = b - 1; p >= 0; --p) {
      cuda::atomic_ref<uint64_t, cuda::thread_scope_device> d(desc[p]);
      uint64_t w;
      while (((w = d.load(cuda::memory_order_relaxed)) >> 32) == 0) {  // ok: relaxed-poll
      }
      sum += (int)(uint32_t)w;
      if ((w >> 32) == 2)
        break;
    }
    mine.store(pack(2, sum + in[b]), cuda::memory_order_relaxed);
    out[b] = sum;
  }
}
