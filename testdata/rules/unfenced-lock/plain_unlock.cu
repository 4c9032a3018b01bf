// partly: a function calls what is not here
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

// Work is taken where it is free and left where it is not: nobody spins.
__global__ void takeWhatIsFree(int *busy, float *cell, int n) {
  if (threadIdx.x == 0)
    for (int i = blockIdx.x; i < n; i += gridDim.x)
      if (atomicCAS(&busy[i], 0, 1) == 0) {
        __threadfence();
        cell[i] *= 0.5f;
        __threadfence();
        busy[i] = 0; // ok: unfenced-lock
      }
}

// The same lock, tried until it is had.
__global__ void takeInTheEnd(int *busy, float *sum, float v) {
  if (threadIdx.x == 0) {
    bool done = false;
    while (!done)
      if (atomicCAS(busy, 0, 1) == 0) {
        __threadfence();
        *sum += v;
        __threadfence();
        *busy = 0; // expect: unfenced-lock
        done = true;
      }
  }
}

// What may have been a fence is no ground to complain of the store alone.
extern __device__ void settle();
__global__ void settledElsewhere(int *busy, float *sum, float v) {
  if (threadIdx.x == 0) {
    while (atomicCAS(busy, 0, 1) != 0) {
    }
    __threadfence();
    *sum += v;
    settle();
    *busy = 0; // ok: unfenced-lock
  }
}
