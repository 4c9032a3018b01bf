// A block counts and then places its elements, both in loops: the ranks of the first loop would need memory of their own.

__global__ void placeInBlock(const int *key, int *order, int *count, int n) {
  int *mine = count + blockIdx.x * 16;
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    atomicAdd_block(&mine[key[i]], 1);
  __syncthreads();
  if (threadIdx.x == 0)
    for (int b = 15, at = n; b >= 0; --b) {
      at -= mine[b];
      mine[b] = at;
    }
  __syncthreads();
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    order[blockIdx.x * n + atomicAdd_block(&mine[key[i]], 1)] = i; // expect: redundant-atomic
}
