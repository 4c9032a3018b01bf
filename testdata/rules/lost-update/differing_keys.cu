// A count at an index from data, where two numbers from data have to differ: nearly all threads go on. Where they have to be
// equal to a number of the thread's own, one does.

struct Link {
  unsigned from, to;
};

__global__ void countIncoming(const Link *links, int n, unsigned *incoming) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    Link l = links[i];
    if (l.from == l.to)
      continue;
    incoming[l.to] += 1; // expect: lost-update
  }
}

__global__ void countIncomingAtomically(const Link *links, int n, unsigned *incoming) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    Link l = links[i];
    if (l.from == l.to)
      continue;
    atomicAdd(&incoming[l.to], 1u); // ok: lost-update
  }
}

__global__ void countByOwner(const unsigned *cell, const int *owner, int n, unsigned *visits) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n || owner[cell[i]] != i)
    return;
  visits[cell[i]] += 1; // ok: lost-update
}

__global__ void countByChosen(const unsigned *cell, const int *chosen, int n, unsigned *visits) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  bool isOther = i >= n || chosen[cell[i]] != i;
  if (!isOther)
    visits[cell[i]] += 1; // ok: lost-update
}
