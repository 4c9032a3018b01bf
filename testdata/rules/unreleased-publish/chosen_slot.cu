// Records of one type behind two pointers: what is stored in the one that is
// chosen is data for who waits for the same member of the other.
struct Slot {
  int value, next;
};

__global__ void send(Slot *a, Slot *b, Slot *flag, int odd, int x) {
  if (threadIdx.x == 0 && blockIdx.x == 0) {
    Slot *s = odd ? a : b;
    s->value = x;
    *(volatile int *)&flag->value = 1; // expect: unreleased-publish
  }
}

__global__ void receive(Slot *a, Slot *flag, int *out) {
  while (*(volatile int *)&flag->value == 0) {
  }
  __threadfence();
  out[threadIdx.x] = a->value;
}
