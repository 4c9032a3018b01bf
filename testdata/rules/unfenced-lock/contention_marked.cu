// An exchange that is repeated until it finds the word free takes the lock; the
// compare-and-swap only marks that somebody waits.
__global__ void addUnder(unsigned *lock, float *sum, const float *x) {
  if (threadIdx.x == 0) {
    while (atomicExch(lock, 1u) != 0u) // expect: unfenced-lock
      atomicCAS(lock, 1u, 2u);
    *sum = *sum + x[blockIdx.x];
    __threadfence();
    atomicExch(lock, 0u);
  }
}

__global__ void addUnderFenced(unsigned *lock, float *sum, const float *x) {
  if (threadIdx.x == 0) {
    while (atomicExch(lock, 1u) != 0u) // ok: unfenced-lock
      atomicCAS(lock, 1u, 2u);
    __threadfence();
    *sum = *sum + x[blockIdx.x];
    __threadfence();
    atomicExch(lock, 0u);
  }
}
