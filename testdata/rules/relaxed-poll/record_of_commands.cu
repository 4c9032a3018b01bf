// A resident kernel is told what to do through one record in host memory. Every
// member is volatile: each access is strong, and no two of them are ordered.
struct Order {
  volatile int number;
  volatile int verb;
  volatile float weight;
  volatile int answered;
};

__global__ void served(Order *desk, float *total) {
  for (int turn = 1;; ++turn) {
    while (desk->number != turn) { // expect: relaxed-poll
    }
    int verb = desk->verb;
    float weight = desk->weight;
    if (verb < 0)
      return;
    *total += weight;
    __threadfence_system();
    desk->answered = turn;
  }
}

__global__ void servedInOrder(Order *desk, float *total) {
  for (int turn = 1;; ++turn) {
    while (desk->number != turn) { // ok: relaxed-poll
    }
    __threadfence_system();
    int verb = desk->verb;
    float weight = desk->weight;
    if (verb < 0)
      return;
    *total += weight;
    __threadfence_system();
    desk->answered = turn;
  }
}

// The next word of an array of flags is told by its own writer.
__global__ void looksAtNext(int *flag, int *out) {
  if (threadIdx.x != 0)
    return;
  int b = blockIdx.x;
  while (!*(volatile int *)&flag[b]) { // ok: relaxed-poll
  }
  out[b] = *(volatile int *)&flag[b + 1];
}
// One record of two words for each block.
__global__ void looksAtOwn(int *flag, int *out) {
  if (threadIdx.x != 0)
    return;
  int b = blockIdx.x;
  while (!*(volatile int *)&flag[2 * b]) { // expect: relaxed-poll
  }
  out[b] = *(volatile int *)&flag[2 * b + 1];
}
