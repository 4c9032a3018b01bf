// `volatile` keeps data from registers; it does not put them in order with the
// lock around them.

__device__ int Held;

__global__ void storesAlone(volatile int *last) {
  if (threadIdx.x != 0)
    return;
  while (atomicCAS(&Held, 0, 1) != 0) { // expect: unfenced-lock
  }
  last[0] = blockIdx.x;
  last[1] = blockIdx.x * 2;
  __threadfence();
  atomicExch(&Held, 0);
}

__global__ void volatileSum(volatile int *total, int mine) {
  if (threadIdx.x != 0)
    return;
  while (atomicCAS(&Held, 0, 1) != 0) { // expect: unfenced-lock
  }
  *total = *total + mine;
  atomicExch(&Held, 0); // expect: unfenced-lock
}

__global__ void volatileSumFenced(volatile int *total, int mine) {
  if (threadIdx.x != 0)
    return;
  while (atomicCAS(&Held, 0, 1) != 0) { // ok: unfenced-lock
  }
  __threadfence();
  *total = *total + mine;
  __threadfence();
  atomicExch(&Held, 0); // ok: unfenced-lock
}

// A word that others watch without the lock is no data of the lock.
__global__ void progressUnderLock(volatile int *stage) {
  if (threadIdx.x != 0)
    return;
  while (atomicCAS(&Held, 0, 1) != 0) { // ok: unfenced-lock
  }
  *stage = 1;
  atomicExch(&Held, 0); // ok: unfenced-lock
}
__global__ void watcher(volatile int *stage, int *out) {
  while (*stage == 0) {
  }
  __threadfence();
  *out = 1;
}
