// Counts that the CPU reads, by what their pointer is called, are for the
// system; those of this GPU alone are not.
#include <cooperative_groups.h>

__global__ void counts(int *counts_cpu, const int *sums, int *out) {
  int t = threadIdx.x;
  counts_cpu[t] = sums[t];
  __threadfence_system(); // ok: wide-scope
  cooperative_groups::this_grid().sync();
  out[t] = 1;
}

__global__ void countsHere(int *counts, const int *sums, int *out) {
  int t = threadIdx.x;
  counts[t] = sums[t];
  __threadfence_system(); // expect: wide-scope
  cooperative_groups::this_grid().sync();
  out[t] = counts[blockDim.x - 1 - t];
}

// Other names with these letters in them say nothing of where memory is.
__global__ void countsByCpuId(int *order_cpu_ids, const int *sums, int *out) {
  int t = threadIdx.x;
  order_cpu_ids[t] = sums[t];
  __threadfence_system(); // expect: wide-scope
  cooperative_groups::this_grid().sync();
  out[t] = order_cpu_ids[blockDim.x - 1 - t];
}

// Named so by the last of several words.
__global__ void countsForLater(int *token_counts_cpu, const int *sums, int *out) {
  int t = threadIdx.x;
  token_counts_cpu[t] = sums[t];
  __threadfence_system(); // ok: wide-scope
  cooperative_groups::this_grid().sync();
  out[t] = 1;
}

// Of peers by name, though the atomic is one of this GPU alone.
__global__ void pieceForPeers(int *const *peers, float *data) {
  data[blockIdx.x * blockDim.x + threadIdx.x] *= 2;
  __syncthreads();
  if (threadIdx.x == 0) {
    __threadfence_system(); // ok: wide-scope
    atomicAdd(peers[blockIdx.x], 1);
  }
}
