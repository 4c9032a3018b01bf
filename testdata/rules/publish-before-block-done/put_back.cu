// A warp copies a row, then one lane tries a key as a lock. What it puts back
// as it was tells nothing of the row; the row's own key does.
#include <cuda/atomic>

using Key = cuda::atomic<unsigned, cuda::thread_scope_device>;
constexpr unsigned Locked = ~0u;

__device__ void copyRow(float *to, const float *from, int n) {
  for (int i = threadIdx.x % 32; i < n; i += 32)
    to[i] = from[i];
}

__device__ unsigned waitFor(Key *key) {
  unsigned found;
  do
    found = key->load(cuda::memory_order_acquire);
  while (found == Locked);
  return found;
}

__global__ void insert(Key *keys, float *rows, const unsigned *scores,
                       const unsigned *wanted, const float *values, int n,
                       float *out) {
  int row = blockIdx.x;
  copyRow(rows + row * n, values + row * n, n);
  __syncwarp();
  if (threadIdx.x % 32 == 0)
    keys[row].store(wanted[row], cuda::memory_order_release);
  copyRow(rows + (row + 1) * n, values + row * n, n);
  if (threadIdx.x % 32 == 0) {
    Key *other = keys + wanted[row] % gridDim.x;
    unsigned found = other->load(cuda::memory_order_relaxed);
    if (found != Locked &&
        other->compare_exchange_strong(found, Locked,
                                       cuda::memory_order_acquire,
                                       cuda::memory_order_relaxed)) {
      if (scores[row] > wanted[row])
        other->store(found, cuda::memory_order_release); // ok: publish-before-block-done
    }
  }
  __syncwarp();
  unsigned at = waitFor(keys + row) % gridDim.x;
  out[row * 32 + threadIdx.x % 32] = rows[at * n + threadIdx.x % 32];
}

__global__ void insertEarly(Key *keys, float *rows, const unsigned *wanted,
                            const float *values, int n, float *out) {
  int row = blockIdx.x;
  copyRow(rows + row * n, values + row * n, n);
  if (threadIdx.x % 32 == 0)
    keys[row].store(wanted[row], cuda::memory_order_release); // expect: publish-before-block-done
  unsigned at = waitFor(keys + row) % gridDim.x;
  out[row * 32 + threadIdx.x % 32] = rows[at * n + threadIdx.x % 32];
}
