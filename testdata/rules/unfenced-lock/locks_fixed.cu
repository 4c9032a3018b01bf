// Spin locks with order on both sides.
#include <cuda/atomic>

__global__ void fences(int *lock, int *total) {
  if (threadIdx.x == 0) {
    while (atomicCAS(lock, 0, 1) != 0) { // ok: unfenced-lock
    }
    __threadfence();
    *total = *total + 1;
    __threadfence();
    atomicExch(lock, 0); // ok: unfenced-lock
  }
}

__global__ void orders(int *word, int *total) {
  if (threadIdx.x == 0) {
    cuda::atomic_ref<int, cuda::thread_scope_device> lock(*word);
    while (lock.exchange(1, cuda::memory_order_acquire) != 0) { // ok: unfenced-lock
    }
    *total = *total + 1;
    lock.store(0, cuda::memory_order_release); // ok: unfenced-lock
  }
}

// A lock of the block in shared memory.
__global__ void blockLock(int *out) {
  __shared__ int lock, total;
  if (threadIdx.x == 0)
    lock = total = 0;
  __syncthreads();
  if (threadIdx.x % 32 == 0) {
    while (atomicCAS_block(&lock, 0, 1) != 0) { // ok: unfenced-lock
    }
    __threadfence_block();
    total = total + 1;
    __threadfence_block();
    atomicExch_block(&lock, 0); // ok: unfenced-lock
  }
  __syncthreads();
  if (threadIdx.x == 0)
    *out = total;
}
