// What one thread has set up before a barrier, and what the waiting thread has
// read since, is not what its wait is for.
struct Desk {
  int *request, *answer;
  int *slots;
};

__global__ void askAndServe(Desk *desk, int *request, int *answer, int *slots,
                            int rounds) {
  int warp = threadIdx.x / 32;
  if (threadIdx.x == 0) {
    desk->request = request;
    desk->answer = answer;
    desk->slots = slots;
  }
  __syncthreads();
  if (threadIdx.x % 32 != 0)
    return;
  for (int i = 0; i < rounds; ++i) {
    volatile int *ask = desk->request, *told = desk->answer;
    if (warp == 0) {
      while (*ask == i) { // ok: relaxed-poll
      }
      __threadfence();
      *told = i + 1;
    } else {
      *ask = i + 1;
      while (*told == i) { // ok: relaxed-poll
      }
    }
  }
}

// Without that barrier and that look, it may be.
__global__ void askOnce(int *slots, volatile int *ready, int *out) {
  if (blockIdx.x == 0 && threadIdx.x == 0) {
    slots[0] = 7;
    __threadfence();
    *ready = 1;
  }
  if (blockIdx.x == 1 && threadIdx.x == 0) {
    while (*ready == 0) { // expect: relaxed-poll
    }
    out[0] = slots[0];
  }
}
