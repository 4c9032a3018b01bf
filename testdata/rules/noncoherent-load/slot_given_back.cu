// A slot of a ring is read through the read-only path and given back: it is filled anew while the kernel runs.
#include <cuda/atomic>

struct Packet {
  unsigned round;
  float body[32];
};
using Round = cuda::atomic_ref<unsigned, cuda::thread_scope_system>;

__global__ void drain(Packet *ring, float *out, unsigned packets) {
  for (unsigned n = 0; n < packets; ++n) {
    Packet &slot = ring[n % 8];
    if (threadIdx.x == 0)
      while (Round(slot.round).load(cuda::memory_order_acquire) != n + 1)
        ;
    __syncthreads();
    out[n * 32 + threadIdx.x] = __ldg(&slot.body[threadIdx.x]); // expect: noncoherent-load
    __syncthreads();
    if (threadIdx.x == 0)
      Round(slot.round).store(0, cuda::memory_order_release);
  }
}

__global__ void drainCoherent(Packet *ring, float *out, unsigned packets) {
  for (unsigned n = 0; n < packets; ++n) {
    Packet &slot = ring[n % 8];
    if (threadIdx.x == 0)
      while (Round(slot.round).load(cuda::memory_order_acquire) != n + 1)
        ;
    __syncthreads();
    out[n * 32 + threadIdx.x] = slot.body[threadIdx.x]; // ok: noncoherent-load
    __syncthreads();
    if (threadIdx.x == 0)
      Round(slot.round).store(0, cuda::memory_order_release);
  }
}

// What the kernel only reads beside the ring stays as it was.
__global__ void drainScaled(Packet *ring, const float *scale, float *out, unsigned packets) {
  for (unsigned n = 0; n < packets; ++n) {
    Packet &slot = ring[n % 8];
    if (threadIdx.x == 0)
      while (Round(slot.round).load(cuda::memory_order_acquire) != n + 1)
        ;
    __syncthreads();
    out[n * 32 + threadIdx.x] = slot.body[threadIdx.x] * __ldg(&scale[threadIdx.x]); // ok: noncoherent-load
    __syncthreads();
    if (threadIdx.x == 0)
      Round(slot.round).store(0, cuda::memory_order_release);
  }
}
