// Sums that are kept plainly beside a count that is kept atomically.

__global__ void accumulate(const float *x, const int *cluster, float *sums, int *counts, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int c = cluster[i];
  atomicAdd(&counts[c], 1);
  sums[c] += x[i]; // expect: lost-update
}

__global__ void accumulateAtomically(const float *x, const int *cluster, float *sums, int *counts, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int c = cluster[i];
  atomicAdd(&counts[c], 1);
  atomicAdd(&sums[c], x[i]); // ok: lost-update
}

// Only one of those that meet there goes on.
__global__ void firstOfEach(const float *x, const int *cluster, float *sums, int *taken, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int c = cluster[i];
  if (atomicExch(&taken[c], 1) == 0)
    sums[c] += x[i]; // note: lost-update
}
