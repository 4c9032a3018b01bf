// One thread fences for all: right only behind the barrier.
#include <cstdint>

__device__ void send(float *to, const float *from) {
  uint32_t at = static_cast<uint32_t>(__cvta_generic_to_shared(from));
  asm volatile(
      "cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], 256;" ::"l"(to),
      "r"(at)
      : "memory");
  asm volatile("cp.async.bulk.commit_group;" ::: "memory");
  asm volatile("cp.async.bulk.wait_group.read 0;" ::: "memory");
}

__device__ void proxyFence() {
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
}

__global__ void early(float *out, const float *in) {
  __shared__ __align__(16) float row[64];
  row[threadIdx.x] = 2.0f * in[threadIdx.x];
  if (threadIdx.x == 0)
    proxyFence();
  __syncthreads();
  if (threadIdx.x == 0)
    send(out, row); // expect: missing-proxy-fence
}

__global__ void late(float *out, const float *in) {
  __shared__ __align__(16) float row[64];
  row[threadIdx.x] = 2.0f * in[threadIdx.x];
  __syncthreads();
  if (threadIdx.x == 0) {
    proxyFence();
    send(out, row); // ok: missing-proxy-fence
  }
}

__global__ void byEach(float *out, const float *in) {
  __shared__ __align__(16) float row[64];
  row[threadIdx.x] = 2.0f * in[threadIdx.x];
  proxyFence();
  __syncthreads();
  if (threadIdx.x == 0)
    send(out, row); // ok: missing-proxy-fence
}

// One thread writes what it sends.
__global__ void alone(float *out, const float *in) {
  __shared__ __align__(16) float row[64];
  if (threadIdx.x == 0) {
    for (int i = 0; i < 64; ++i)
      row[i] = in[i];
    proxyFence();
    send(out, row); // ok: missing-proxy-fence
  }
}

// A barrier of the warp orders what its lanes store.
__global__ void ofWarp(float *out, const float *in) {
  __shared__ __align__(16) float row[64];
  if (threadIdx.x < 32) {
    row[threadIdx.x] = in[threadIdx.x];
    row[threadIdx.x + 32] = in[threadIdx.x + 32];
    __syncwarp();
    if (threadIdx.x == 0) {
      proxyFence();
      send(out, row); // ok: missing-proxy-fence
    }
  }
}

// One thread fences for all, once it has counted the stores of all.
__global__ void counted(float *out, const float *in) {
  __shared__ __align__(16) float row[64];
  __shared__ int count;
  if (threadIdx.x == 0)
    count = 0;
  __syncthreads();
  row[threadIdx.x] = 2.0f * in[threadIdx.x];
  asm volatile("red.release.cta.shared::cta.add.u32 [%0], 1;" ::"r"(
                   static_cast<uint32_t>(__cvta_generic_to_shared(&count)))
               : "memory");
  if (threadIdx.x == 0) {
    int seen;
    do {
      asm volatile("ld.acquire.cta.shared::cta.u32 %0, [%1];"
                   : "=r"(seen)
                   : "r"(static_cast<uint32_t>(__cvta_generic_to_shared(&count)))
                   : "memory");
    } while (seen != 64);
    proxyFence();
    send(out, row); // ok: missing-proxy-fence
  }
}
