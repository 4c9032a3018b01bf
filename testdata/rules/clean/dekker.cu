__global__ void dekker(volatile int *want, int *shared_value, int me) {
  if (threadIdx.x == 0) {
    want[me] = 1;  // ok: unreleased-publish
    __threadfence();
    if (want[1 - me] == 0) {
      atomicAdd(shared_value, 1);
    }
    __threadfence();
    want[me] = 0;
  }
}
