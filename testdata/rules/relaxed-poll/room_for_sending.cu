// A sender waits for room, reads its inputs and sends; the fence is for what it
// sends.
#include <cstdint>

__global__ void sendByCopy(volatile int *room, const float *in, float *peer,
                           int n) {
  __shared__ __align__(16) float row[64];
  for (int k = 0; k < n; ++k) {
    if (threadIdx.x == 0)
      while (*room <= k) { // ok: relaxed-poll
      }
    __syncthreads();
    row[threadIdx.x] = in[k * 64 + threadIdx.x];
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
    __threadfence();
    __syncthreads();
    if (threadIdx.x == 0) {
      uint32_t at = static_cast<uint32_t>(__cvta_generic_to_shared(row));
      asm volatile(
          "cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], 256;" ::"l"(
              peer + k * 64),
          "r"(at)
          : "memory");
      asm volatile("cp.async.bulk.commit_group;" ::: "memory");
      asm volatile("cp.async.bulk.wait_group.read 0;" ::: "memory");
    }
    __syncthreads();
  }
}

// A few threads tell a peer each.
__global__ void tellPeers(volatile int *room, const float *in, float *sent,
                          int *const *peers, int rank, int k) {
  if (threadIdx.x == 0)
    while (*room <= k) { // ok: relaxed-poll
    }
  __syncthreads();
  sent[threadIdx.x] = in[k * 64 + threadIdx.x];
  __threadfence_system();
  __syncthreads();
  if (threadIdx.x < 8)
    peers[threadIdx.x][rank] = k;
}

// All store plainly behind the fence, and nobody is told: a receiver.
__global__ void receive(volatile int *there, const float *in, float *out,
                        float *copy, int k) {
  if (threadIdx.x == 0)
    while (*there <= k) { // expect: relaxed-poll
    }
  __syncthreads();
  out[threadIdx.x] = in[threadIdx.x];
  __threadfence();
  copy[threadIdx.x] = 1.0f;
}
