// A lock that is given back by a plain store, behind a fence.

struct Mutex {
  unsigned *word;
  __device__ void take() {
    while (atomicExch(word, 1u) != 0u)
      __nanosleep(20);
    __threadfence();
  }
  __device__ void drop() {
    __threadfence();
    *word = 0u; // expect: unfenced-lock
  }
  __device__ void dropStrong() {
    __threadfence();
    *(volatile unsigned *)word = 0u; // ok: unfenced-lock
  }
};

__global__ void extend(unsigned *word, int *count, float *list, float value) {
  if (threadIdx.x == 0) {
    Mutex m{word};
    m.take();
    list[*count] = value;
    *count += 1;
    m.drop();
  }
}

__global__ void extendStrong(unsigned *word, int *count, float *list,
                             float value) {
  if (threadIdx.x == 0) {
    Mutex m{word};
    m.take();
    list[*count] = value;
    *count += 1;
    m.dropStrong();
  }
}

// A mark that is set once and cleared again: nobody spins on it.
__global__ void mark(int *seen, int *order, const int *next) {
  int v = next[blockIdx.x];
  if (threadIdx.x == 0 && atomicCAS(&seen[v], 0, 1) == 0) {
    __threadfence();
    order[v] = blockIdx.x;
    __threadfence();
    seen[v] = 0; // ok: unfenced-lock
  }
}
