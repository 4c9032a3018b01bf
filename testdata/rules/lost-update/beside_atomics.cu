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

// A sum is atomic at another index as well: it says nothing of how often a
// cluster stands in the list.
__global__ void pushResidual(const int *active, const int *first, const int *neighbour, float *rank, float *residual,
                             int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int site = active[i];
  float mine = residual[site]; // expect: mixed-access
  rank[site] += mine; // expect: lost-update
  for (int e = first[site]; e < first[site + 1]; ++e)
    atomicAdd(&residual[neighbour[e]], 0.5f * mine);
  atomicAdd(&residual[site], -mine);
}

// Both ends of an edge are counted, and one of them is weighed: an end stands
// in many edges, and so does the other.
__global__ void ends(const int *from, const int *to, const float *x, int *degree, float *weight, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int u = from[i], v = to[i];
  atomicAdd(&degree[u], 1);
  atomicAdd(&degree[v], 1);
  weight[u] += x[i]; // expect: lost-update
}
