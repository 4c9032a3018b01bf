// One launch per level of a tree: what a level adds to lies in the level above. A note says what that rests on.

__global__ void climb(const int *order, const int *parent, int *weight, int first, int last) {
  int step = gridDim.x * blockDim.x;
  for (int i = first + blockIdx.x * blockDim.x + threadIdx.x; i < last; i += step) {
    int node = order[i];
    atomicAdd(&weight[parent[node]], weight[node]); // expect: mixed-access
  }
}
__global__ void climbSorted(const int *parent, int *weight, int first, int last) {
  int node = first + blockIdx.x * blockDim.x + threadIdx.x;
  if (node < last)
    atomicAdd(&weight[parent[node]], weight[node]); // ok: mixed-access
}

// All edges in one launch: a node is read while others add to it.
__global__ void push(const int *from, const int *to, int *weight, int n) {
  int step = gridDim.x * blockDim.x;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += step)
    atomicAdd(&weight[to[i]], weight[from[i]]); // expect: mixed-access
}
// A step that the host chooses does not make a range.
__global__ void pushStrided(const int *from, const int *to, int *weight, int n, int step) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += step)
    atomicAdd(&weight[to[i]], weight[from[i]]); // expect: mixed-access
}
