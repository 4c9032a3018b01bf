// Bits of words: many indices share a word, even where all of them differ.

__global__ void setBits(unsigned *present, const int *id, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    int k = id[i];
    present[k / 32] |= 1u << (k % 32); // expect: lost-update
  }
}

__global__ void clearBits(unsigned long long *free, const unsigned *page,
                          int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    free[page[i] >> 6] &= ~(1ull << (page[i] & 63)); // expect: lost-update
}

__global__ void setBitsAtomic(unsigned *present, const int *id, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    atomicOr(&present[id[i] / 32], 1u << (id[i] % 32)); // ok: lost-update
}

// Each thread keeps a bitmap of its own.
__global__ void ownBits(unsigned *mine, const int *id, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int k = 0; k < 8; ++k)
    mine[i] |= 1u << (id[i * 8 + k] & 31); // ok: lost-update
}
