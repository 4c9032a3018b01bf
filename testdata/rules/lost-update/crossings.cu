// The thread whose bucket the rank falls into: in a running sum that is one thread, whatever the rank.

struct Choice {
  unsigned rank, prefix;
};
__device__ void pick(const unsigned *running, Choice *choice, unsigned rank, int shift, int bins) {
  for (int i = threadIdx.x; i < bins; i += blockDim.x) {
    unsigned below = i == 0 ? 0 : running[i - 1];
    unsigned upTo = running[i];
    if (below < rank && upTo >= rank) {
      choice->rank = rank - below;
      choice->prefix |= unsigned(i) << shift; // ok: lost-update
    }
  }
}
__global__ void select(const unsigned *running, unsigned *out, unsigned rank, int bins) {
  __shared__ Choice choice;
  if (threadIdx.x == 0)
    choice.prefix = 0;
  __syncthreads();
  pick(running, &choice, rank, 8, bins);
  __syncthreads();
  if (threadIdx.x == 0)
    *out = choice.prefix;
}

// Every bucket below the rank: many threads.
__global__ void mark(const unsigned *running, unsigned *out, unsigned rank, int bins) {
  __shared__ unsigned seen;
  if (threadIdx.x == 0)
    seen = 0;
  __syncthreads();
  for (int i = threadIdx.x; i < bins; i += blockDim.x)
    if (running[i] < rank)
      seen |= 1u << (i & 31); // expect: lost-update
  __syncthreads();
  if (threadIdx.x == 0)
    *out = seen;
}
