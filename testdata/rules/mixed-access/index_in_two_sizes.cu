// One array, whose index is read from another, cleared in halves and counted
// as a whole: the index is no beginning of a part.
__global__ void clearedInHalves(const size_t *order, unsigned *words, int n) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  if (t >= n)
    return;
  size_t i = order[t];
  words[i] = 0; // expect: mixed-access
  atomicAdd((unsigned long long *)&words[i], 1ull);
}

__global__ void setInHalves(const size_t *order, unsigned *cells, int n) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  if (t >= n)
    return;
  size_t i = order[t];
  *(volatile unsigned *)&cells[i] = 1; // expect: mixed-access
  atomicAdd((unsigned long long *)&cells[i], 1ull);
}

__global__ void clearedAsWhole(const size_t *order, unsigned long long *words, int n) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  if (t >= n)
    return;
  size_t i = order[t];
  atomicExch(&words[i], 0ull); // ok: mixed-access
  atomicAdd(&words[i], 1ull);
}
