#include <cuda/atomic>
__device__ cuda::atomic<unsigned> head;
__device__ cuda::atomic<unsigned, cuda::thread_scope_device> near_head;
__device__ unsigned plain_head;
__managed__ unsigned host_head;
__global__ void bad_pop(float *out) {
  if (threadIdx.x == 0)
    out[head.fetch_add(1, cuda::memory_order_relaxed)] = 1; // expect: wide-scope
}
__global__ void bad_system() {
  if (threadIdx.x == 0)
    atomicAdd_system(&plain_head, blockIdx.x); // expect: wide-scope
}
__global__ void good_pop(float *out) {
  if (threadIdx.x == 0)
    out[near_head.fetch_add(1, cuda::memory_order_relaxed)] = 1; // ok: wide-scope
}
// The host may look at it, or pass any memory.
__global__ void managed() {
  if (threadIdx.x == 0)
    atomicAdd_system(&host_head, blockIdx.x); // ok: wide-scope
}
__global__ void anything(unsigned *word) {
  if (threadIdx.x == 0)
    atomicAdd_system(word, blockIdx.x); // ok: wide-scope
}
