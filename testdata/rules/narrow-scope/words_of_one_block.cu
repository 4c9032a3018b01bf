// Two words of the part of an array that one block has, and two words of two
// blocks. How large a part is, the host alone knows in the first kernel.
#include <cuda/atomic>

using BlockRef = cuda::atomic_ref<int, cuda::thread_scope_block>;

__global__ void own(int *all, int *out, int n) {
  int *mine = all + blockIdx.x * n;
  if (threadIdx.x == 0) {
    out[blockIdx.x] = 7;
    BlockRef(mine[1]).store(1, cuda::memory_order_release); // ok: narrow-scope
  } else if (threadIdx.x == 32) {
    while (BlockRef(mine[0]).load(cuda::memory_order_acquire) == 0) { // ok: narrow-scope
    }
    out[blockIdx.x] += 1;
  }
}

__global__ void neighbour(int *words, int *out) {
  if (threadIdx.x == 0) {
    out[blockIdx.x] = 7;
    BlockRef(words[blockIdx.x + 1]).store(1, cuda::memory_order_release); // expect: narrow-scope
  } else if (threadIdx.x == 32) {
    while (BlockRef(words[blockIdx.x]).load(cuda::memory_order_acquire) == 0) { // expect: narrow-scope
    }
    out[blockIdx.x] += out[blockIdx.x - 1];
  }
}
