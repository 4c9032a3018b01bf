// Further shapes of a lock.
#include <cuda/atomic>

__global__ void exchangeLock(int *lock, int *total) {
  if (threadIdx.x == 0) {
    while (atomicExch(lock, 1) != 0) { // expect: unfenced-lock
    }
    *total = *total + 1;
    __threadfence();
    atomicExch(lock, 0);
  }
}

__global__ void plainUnlock(int *lock, int *total) {
  if (threadIdx.x == 0) {
    while (atomicCAS(lock, 0, 1) != 0) {
    }
    __threadfence();
    *total = *total + 1;
    *lock = 0; // expect: unfenced-lock
  }
}

__global__ void relaxedLibraryLock(int *word, int *total) {
  cuda::atomic_ref<int, cuda::thread_scope_device> lock(*word);
  if (threadIdx.x == 0) {
    int free = 0;
    while (!lock.compare_exchange_weak(free, 1, // expect: unfenced-lock
                                       cuda::memory_order_relaxed))
      free = 0;
    *total = *total + 1;
    lock.store(0, cuda::memory_order_release);
  }
}

__global__ void relaxedUnlock(int *word, int *total) {
  cuda::atomic_ref<int, cuda::thread_scope_device> lock(*word);
  if (threadIdx.x == 0) {
    while (lock.exchange(1, cuda::memory_order_acquire) != 0) {
    }
    *total = *total + 1;
    lock.store(0, cuda::memory_order_relaxed); // expect: unfenced-lock
  }
}

__device__ void acquireLock(int *lock) {
  while (atomicCAS(lock, 0, 1) != 0)
    __nanosleep(64);
  __threadfence();
}

__device__ void releaseLock(int *lock) {
  __threadfence();
  atomicExch(lock, 0); // ok: unfenced-lock
}

__global__ void helpers(int *lock, int *total) {
  if (threadIdx.x == 0) {
    acquireLock(lock);
    *total = *total + 1;
    releaseLock(lock);
  }
}

// A try-lock that skips the work when it fails.
__global__ void tryLock(int *lock, int *total) {
  if (threadIdx.x == 0) {
    if (atomicCAS(lock, 0, 1) == 0) { // ok: unfenced-lock
      __threadfence();
      *total = *total + 1;
      __threadfence();
      atomicExch(lock, 0); // ok: unfenced-lock
    }
  }
}
