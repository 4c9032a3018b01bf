// A counting sort that keeps the rank.

__global__ void count(const int *key, int *counts, int *rank, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    rank[i] = atomicAdd(&counts[key[i]], 1); // ok: redundant-atomic
}
__global__ void place(const int *key, const int *offset, const int *rank, int *order, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    order[offset[key[i]] + rank[i]] = i; // ok: redundant-atomic
}
