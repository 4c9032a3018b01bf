// Value and place are changed as one word of 64 bits; one half of it is read
// first, plainly, to find out whether it is worth trying.
struct __align__(8) Best {
  unsigned place;
  float value;
};

__device__ void lower(Best *best, Best mine) {
  unsigned long long seen = *(volatile unsigned long long *)best, was;
  do {
    was = seen;
    if (((Best *)&was)->value <= mine.value)
      return;
    seen = atomicCAS((unsigned long long *)best, was, *(unsigned long long *)&mine);
  } while (seen != was);
}

__global__ void probed(const float *cost, Best *best, int rows, int columns) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  int row = t / columns, column = t % columns;
  if (row >= rows)
    return;
  if (cost[t] < best[row].value) // expect: mixed-access
    lower(best + row, Best{(unsigned)column, cost[t]});
}

__global__ void probedAsWhole(const float *cost, Best *best, int rows, int columns) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  int row = t / columns, column = t % columns;
  if (row >= rows)
    return;
  unsigned long long now = *(volatile unsigned long long *)(best + row);
  if (cost[t] < ((Best *)&now)->value) // ok: mixed-access
    lower(best + row, Best{(unsigned)column, cost[t]});
}

// Each thread has a word of its own.
__global__ void own(const float *cost, Best *best, int n) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  if (t >= n)
    return;
  for (int k = 0; k < 8; ++k)
    if (cost[t * 8 + k] < best[t].value) { // ok: mixed-access
      Best mine{(unsigned)k, cost[t * 8 + k]};
      atomicExch((unsigned long long *)(best + t), *(unsigned long long *)&mine); // expect: redundant-atomic
    }
}
