// A word by which a kernel tells the host that it has changed something, so
// that the host starts another round: the host reads it once the kernel is done.
__global__ void spread(const int *from, const int *to, int edges, int *label,
                       volatile bool *again) {
  bool changed = false;
  for (int e = blockIdx.x * blockDim.x + threadIdx.x; e < edges;
       e += gridDim.x * blockDim.x) {
    int mine = label[to[e]];
    if (label[from[e]] > mine) {
      label[to[e]] = label[from[e]];
      changed = true;
    }
  }
  changed = __syncthreads_or(changed);
  if (threadIdx.x == 0 && changed)
    *again = true; // ok: unreleased-publish
}

// Raised whatever the data say, it announces them.
__global__ void announce(const int *from, int n, int *label,
                         volatile bool *done) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    label[i] = from[i] + 1;
  __syncthreads();
  if (threadIdx.x == 0)
    *done = true; // expect: unreleased-publish
}
