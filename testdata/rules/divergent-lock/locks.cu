// Locks that warps keep for themselves, and their repaired twins.

__global__ void everyLane(int *lock, int *x) {
  while (atomicCAS(lock, 0, 1) != 0) { // expect: divergent-lock
  }
  __threadfence();
  x[0] += threadIdx.x;
  __threadfence();
  atomicExch(lock, 0);
}

__global__ void leaveByFlag(int *lock, int *x) {
  bool done = false;
  while (!done) {
    if (atomicCAS(lock, 0, 1) == 0) { // ok: divergent-lock
      __threadfence();
      x[0] += threadIdx.x;
      __threadfence();
      atomicExch(lock, 0);
      done = true;
    }
  }
}

__global__ void oneOfBlock(int *lock, int *x) {
  if (threadIdx.x == 0) {
    while (atomicCAS(lock, 0, 1) != 0) { // ok: divergent-lock
    }
    __threadfence();
    x[0] += 1;
    __threadfence();
    atomicExch(lock, 0);
  }
}

__device__ void window(int *lock, volatile int *head, int slot, bool pause) {
  while (atomicCAS(lock, 0, 1) != 0) {
  }
  __threadfence();
  while (slot - *head >= 8) {
    __threadfence();
    atomicExch(lock, 0);
    if (pause)
      __nanosleep(100);
    while (atomicCAS(lock, 0, 1) != 0) {
    }
    __threadfence();
  }
  *head = *head + 1;
  __threadfence();
  atomicExch(lock, 0);
}

__global__ void impatient(int *lock, int *head) {
  if (threadIdx.x == 0)
    window(lock, head, blockIdx.x, false); // expect: divergent-lock
}

__global__ void patient(int *lock, int *head) {
  if (threadIdx.x == 0)
    window(lock, head, blockIdx.x, true); // ok: divergent-lock
}
