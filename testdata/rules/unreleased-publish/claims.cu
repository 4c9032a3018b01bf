// Slots that are claimed, filled and announced.
#include <cuda/atomic>

using Count = cuda::atomic_ref<int, cuda::thread_scope_device>;

struct Ring {
  float item[256];
  int ready[256];
  int count;
};

__global__ void fillsLater(Ring *r, const float *in) {
  int slot = Count(r->count) // expect: unreleased-publish
                 .fetch_add(1, cuda::memory_order_acq_rel);
  r->item[slot] = in[threadIdx.x];
}
__global__ void trustsCount(Ring *r, float *out, int k) {
  while (Count(r->count).load(cuda::memory_order_acquire) <= k) {
  }
  out[k] = r->item[k];
}

struct Board {
  float item[256];
  int ready[256];
  int drawn;
};

__global__ void raisesFlag(Board *b, const float *in) {
  int slot = Count(b->drawn) // ok: unreleased-publish
                 .fetch_add(1, cuda::memory_order_relaxed);
  b->item[slot] = in[threadIdx.x];
  Count(b->ready[slot]).store(1, cuda::memory_order_release);
}
// The count only tells whether it is worth while to wait for the slot.
__global__ void waitsForFlag(Board *b, float *out, int k) {
  while (Count(b->drawn).load(cuda::memory_order_relaxed) <= k) {
  }
  while (Count(b->ready[k]).load(cuda::memory_order_acquire) == 0) {
  }
  out[k] = b->item[k];
}
