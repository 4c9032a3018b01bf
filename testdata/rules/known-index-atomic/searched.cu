// Each leaf looks its parent up in a sorted list: where a search ends is chosen
// by what it reads, though the place itself is a middle of bounds.
__device__ int find(const unsigned long long *keys, unsigned n, unsigned long long key) {
  unsigned low = 0, high = n;
  while (low < high) {
    const unsigned middle = low + ((high - low) >> 1);
    const unsigned long long here = keys[middle];
    if (here < key)
      low = middle + 1;
    else
      high = middle;
  }
  return low < n && keys[low] == key ? int(low) : -1;
}

struct Lists {
  const unsigned long long *leaves, *parents;
  const unsigned *sizes;
  int *smallest;
};

__global__ void grow(Lists of, const int *from) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= of.sizes[0])
    return;
  int parent = find(of.parents, of.sizes[1], of.leaves[i] >> 12);
  if (parent >= 0)
    atomicMin(&of.smallest[parent], from[i]); // ok: known-index-atomic
}

// Eight leaves in a row have one parent: it could look at its eight.
__global__ void growByIndex(int n, int *smallest, const int *from) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    atomicMin(&smallest[i / 8], from[i]); // expect: known-index-atomic
}
