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

// A server leaves by its result, which is for those who wait, too.
__global__ void serve(int *go, int *status, int *done, const int *work) {
  if (threadIdx.x == 0 && blockIdx.x == 0) {
    for (int turn = 1;; ++turn) {
      while (*(volatile int *)go != turn) {
      }
      __threadfence();
      *status = work[turn];
      *(volatile int *)done = turn; // expect: unreleased-publish
      if (*status < 0)
        break;
    }
  }
}

__global__ void use(int *done, int *status, int *out) {
  while (*(volatile int *)done == 0) {
  }
  __threadfence();
  out[threadIdx.x] = *status;
}
