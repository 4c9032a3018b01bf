// A word by which a wait is given up is the waiting thread's own; a result that
// is stored before the flag is not.
__global__ void meet(int *epoch, int *arrived, int *giveUp, int me, int first) {
  if (threadIdx.x == 0 && blockIdx.x == 0) {
    int now = *(volatile int *)epoch;
    *(volatile int *)&arrived[me] = now;
    int turns = 0;
    while (*(volatile int *)&arrived[first] != now) {
      if (++turns > 1000000)
        *giveUp = 1;
      if (*giveUp)
        break;
    }
    *(volatile int *)epoch = now + 1; // ok: unreleased-publish
  }
}

__global__ void meetWithResult(int *epoch, int *result, int sum) {
  if (threadIdx.x == 0 && blockIdx.x == 0) {
    int now = *(volatile int *)epoch;
    *result = sum;
    *(volatile int *)epoch = now + 1; // expect: unreleased-publish
  }
}

__global__ void wait(int *epoch, int *result, int *out, int last) {
  while (*(volatile int *)epoch == last) {
  }
  __threadfence();
  out[threadIdx.x] = *result;
}
