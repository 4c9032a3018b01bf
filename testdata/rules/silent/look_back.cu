// A single-pass scan whose status words need no fence, or have theirs.
#include <cuda/atomic>

// Status in the upper half, value in the lower: one relaxed word is enough.
__global__ void packed(unsigned long long *states, const unsigned *in,
                       unsigned *out) {
  __shared__ unsigned before;
  unsigned tile = blockIdx.x;
  if (threadIdx.x == 0) {
    cuda::atomic_ref<unsigned long long, cuda::thread_scope_device> mine(
        states[tile]);
    mine.store((1ull << 32) | in[tile], cuda::memory_order_relaxed); // ok: unreleased-publish
    unsigned sum = 0;
    for (int i = int(tile) - 1; i >= 0; --i) {
      cuda::atomic_ref<unsigned long long, cuda::thread_scope_device> other(
          states[i]);
      unsigned long long word;
      do
        word = other.load(cuda::memory_order_relaxed); // ok: relaxed-poll
      while ((word >> 32) == 0);
      sum += unsigned(word);
      if ((word >> 32) == 2)
        break;
    }
    mine.store((2ull << 32) | (sum + in[tile]), cuda::memory_order_relaxed);
    before = sum;
  }
  __syncthreads();
  out[tile * blockDim.x + threadIdx.x] =
      before + in[tile * blockDim.x + threadIdx.x];
}

// Status and value apart: a fence between them on both sides.
__global__ void split(volatile unsigned *status, unsigned *value,
                      const unsigned *in, unsigned *out) {
  unsigned tile = blockIdx.x;
  if (threadIdx.x == 0) {
    value[tile] = in[tile];
    __threadfence();
    status[tile] = 1; // ok: unreleased-publish
    if (tile > 0) {
      while (status[tile - 1] == 0) { // ok: relaxed-poll
      }
      __threadfence();
      out[tile] = value[tile - 1];
    }
  }
}
