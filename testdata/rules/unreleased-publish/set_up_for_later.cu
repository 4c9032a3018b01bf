// A kernel that sets slots up for a later one hands nothing over while it runs;
// one that stores what others are to read does.
struct Slot {
  int key, state;
};

__global__ void setUp(Slot *slots, int n, int emptyKey, int emptyState) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
       i += gridDim.x * blockDim.x) {
    slots[i].key = emptyKey;
    slots[i].state = emptyState; // ok: unreleased-publish
  }
}

__global__ void fill(Slot *slots, const int *keys, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
       i += gridDim.x * blockDim.x) {
    slots[i].key = keys[i];
    slots[i].state = 1; // expect: unreleased-publish
  }
}

__global__ void take(Slot *slots, int *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  while (*(volatile int *)&slots[i].state != 1) {
  }
  __threadfence();
  out[i] = slots[i].key;
}
