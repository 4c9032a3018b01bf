#include <cuda/atomic>
__device__ int lock_word;

// All blocks add to one word.
__global__ void bad_total(int *total) {
  if (threadIdx.x == 0)
    atomicAdd_block(total, blockIdx.x); // expect: narrow-scope
}
__global__ void good_total(int *total) {
  if (threadIdx.x == 0)
    atomicAdd(total, blockIdx.x); // ok: narrow-scope
}

// A word for each block.
__global__ void own_word(int *totals) {
  atomicAdd_block(&totals[blockIdx.x], threadIdx.x); // ok: narrow-scope
}

// The word comes out of a list: it may be the block's own.
__global__ void listed(int *totals, const int *rows) {
  atomicAdd_block(&totals[rows[blockIdx.x]], threadIdx.x); // ok: narrow-scope
}

// Shared memory.
__global__ void shared_total(int *out) {
  __shared__ int total;
  if (threadIdx.x == 0) total = 0;
  __syncthreads();
  atomicAdd_block(&total, threadIdx.x); // ok: narrow-scope
  __syncthreads();
  if (threadIdx.x == 0) out[blockIdx.x] = total;
}

// One block alone.
__global__ void single(int *total) {
  atomicAdd_block(total, threadIdx.x); // ok: narrow-scope
}
int main() {
  int *p;
  cudaMalloc(&p, 4);
  single<<<1, 256>>>(p);
  return 0;
}
