// One thread of the grid clears a word that others raise in the same kernel;
// a table that all of them try to enter stands between.
__global__ void enter(const unsigned *word, int n, unsigned *table, unsigned mask, int *full) {
  if (blockIdx.x == 0 && threadIdx.x == 0)
    *full = 0; // expect: mixed-access
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    unsigned at = word[i] * 2654435761u;
    int steps = 0;
    while (steps < 32) {
      unsigned old = atomicCAS(&table[at & mask], 0u, word[i]);
      if (old == 0u || old == word[i]) break;
      ++steps;
      ++at;
    }
    if (steps == 32) atomicOr(full, 1);
  }
}

// Cleared before the launch.
__global__ void enter_clean(const unsigned *word, int n, unsigned *table, unsigned mask, int *full) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    unsigned at = word[i] * 2654435761u;
    int steps = 0;
    while (steps < 32) {
      unsigned old = atomicCAS(&table[at & mask], 0u, word[i]);
      if (old == 0u || old == word[i]) break;
      ++steps;
      ++at;
    }
    if (steps == 32) atomicOr(full, 1); // ok: mixed-access
  }
}

// Up a tree: who comes second to a node goes on, and at the root is the last
// of all, behind whoever has cleared the word.
__global__ void climb(const int *parent, int *arrived, int n, int *odd) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i == 0)
    *odd = 0; // ok: mixed-access
  __threadfence();
  if (i >= n) return;
  int at = parent[n + i];
  while (at != 0) {
    if (atomicAdd(&arrived[at], 1) == 0) return;
    __threadfence();
    at = parent[at];
  }
  if (atomicAdd(&arrived[0], 1) == 1) {
    __threadfence();
    atomicOr(odd, n & 1);
  }
}
