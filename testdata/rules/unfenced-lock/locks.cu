// Spin locks that leave a hole on one side.

__global__ void noFenceAfterLock(int *lock, int *total) {
  if (threadIdx.x == 0) {
    while (atomicCAS(lock, 0, 1) != 0) { // expect: unfenced-lock
    }
    *total = *total + 1;
    __threadfence();
    atomicExch(lock, 0);
  }
}

__global__ void noFenceBeforeUnlock(int *lock, int *total) {
  if (threadIdx.x == 0) {
    while (atomicCAS(lock, 0, 1) != 0) {
    }
    __threadfence();
    *total = *total + 1;
    atomicExch(lock, 0); // expect: unfenced-lock
  }
}
