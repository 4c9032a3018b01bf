// Blocks that write to other GPUs tell a block of this one, and that block
// tells the others: order is transitive.
#include <cuda/atomic>

__device__ int written;

__global__ void throughOneBlock(float **peers, unsigned **peerFlags, const float *in, int blocks) {
  cuda::atomic_ref<int, cuda::thread_scope_device> done(written);
  if (blockIdx.x != 0) {
    for (int p = 0; p < 4; ++p)
      peers[p][blockIdx.x * blockDim.x + threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    if (threadIdx.x == 0)
      done.fetch_add(1, cuda::memory_order_release); // ok: narrow-scope
    return;
  }
  if (threadIdx.x < 4) {
    while (done.load(cuda::memory_order_acquire) < blocks) {
    }
    cuda::atomic_ref<unsigned, cuda::thread_scope_system> flag(*peerFlags[threadIdx.x]);
    flag.store(1, cuda::memory_order_release);
  }
}

// The last step at GPU scope is too narrow.
__global__ void andThenNarrow(float **peers, unsigned **peerFlags, const float *in) {
  for (int p = 0; p < 4; ++p)
    peers[p][blockIdx.x * blockDim.x + threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  if (threadIdx.x == 0) {
    cuda::atomic_ref<unsigned, cuda::thread_scope_device> flag(*peerFlags[0]);
    flag.store(1, cuda::memory_order_release); // expect: narrow-scope
  }
}
