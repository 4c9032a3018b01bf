// Tiles stored by bulk copies and announced to other blocks.
#include <cstdint>

__device__ void copyOut(void *to, const void *from, int bytes) {
  asm volatile(
      "cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;" ::"l"(to),
      "r"((uint32_t)__cvta_generic_to_shared(from)), "r"(bytes)
      : "memory");
  asm volatile("cp.async.bulk.commit_group;" ::: "memory");
}

template <int Left> __device__ void waitSourceRead() {
  asm volatile("cp.async.bulk.wait_group.read %0;" ::"n"(Left) : "memory");
}

template <int Left> __device__ void waitWritten() {
  asm volatile("cp.async.bulk.wait_group %0;" ::"n"(Left) : "memory");
}

__device__ void raise(unsigned *flag) {
  asm volatile("st.release.gpu.global.u32 [%0], 1;" ::"l"(flag) : "memory");
}

__global__ void releasedTooSoon(float *tile, unsigned *ready, int bytes) {
  extern __shared__ __align__(128) float stage[];
  if (threadIdx.x == 0) {
    copyOut(tile, stage, bytes);
    asm volatile("cp.async.bulk.wait_group.read 0;" ::: "memory"); // expect: read-only-bulk-wait
    raise(ready);
  }
}

__global__ void fencedTooSoon(float *tile, unsigned *ready, int bytes) {
  extern __shared__ __align__(128) float stage[];
  if (threadIdx.x == 0) {
    copyOut(tile, stage, bytes);
    asm volatile("cp.async.bulk.wait_group.read 0;" ::: "memory"); // expect: read-only-bulk-wait
    __threadfence();
    atomicAdd(ready, 1u);
  }
}

__global__ void written(float *tile, unsigned *ready, int bytes) {
  extern __shared__ __align__(128) float stage[];
  if (threadIdx.x == 0) {
    copyOut(tile, stage, bytes);
    waitWritten<0>();
    raise(ready); // ok: read-only-bulk-wait
  }
}

__global__ void reusedThenWritten(float *tile, unsigned *ready, int n,
                                  int bytes) {
  extern __shared__ __align__(128) float stage[];
  for (int t = 0; t < n; ++t) {
    if (threadIdx.x == 0)
      waitSourceRead<0>(); // ok: read-only-bulk-wait
    __syncthreads();
    stage[threadIdx.x] = t;
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
    __syncthreads();
    if (threadIdx.x == 0)
      copyOut(tile + t * blockDim.x, stage, bytes);
  }
  if (threadIdx.x == 0) {
    waitWritten<0>();
    raise(ready); // ok: read-only-bulk-wait
  }
}

__global__ void beforeTheEnd(float *tile, int bytes) {
  extern __shared__ __align__(128) float stage[];
  if (threadIdx.x == 0) {
    copyOut(tile, stage, bytes);
    waitSourceRead<0>(); // ok: read-only-bulk-wait
  }
}
