// 'atomicInc' up to the largest number adds one.
struct Counts {
  unsigned steps;
};
__global__ void walk(const int *next, int n, int *end, Counts *counts) {
  int at = blockIdx.x * blockDim.x + threadIdx.x;
  if (at >= n) return;
  int i = at;
  while (next[at] != at) {
    atomicInc(&counts->steps, ~0u); // expect: contended-atomic
    at = next[at];
  }
  end[i] = at;
}
__global__ void walk_then_add(const int *next, int n, int *end, Counts *counts) {
  __shared__ unsigned all;
  if (threadIdx.x == 0) all = 0;
  __syncthreads();
  int at = blockIdx.x * blockDim.x + threadIdx.x, i = at;
  unsigned steps = 0;
  while (i < n && next[at] != at) {
    ++steps;
    at = next[at];
  }
  unsigned ofWarp = __reduce_add_sync(~0u, steps);
  if (threadIdx.x % 32 == 0) atomicAdd_block(&all, ofWarp);
  __syncthreads();
  if (threadIdx.x == 0) atomicAdd(&counts->steps, all); // ok: contended-atomic
  if (i < n) end[i] = at;
}

// A limit that is met: turns of a wheel, no count.
__global__ void turn(const int *next, int n, int *end, unsigned *wheel, unsigned places) {
  int at = blockIdx.x * blockDim.x + threadIdx.x;
  if (at >= n) return;
  int i = at;
  while (next[at] != at) {
    atomicInc(wheel, places - 1); // ok: contended-atomic
    at = next[at];
  }
  end[i] = at;
}
