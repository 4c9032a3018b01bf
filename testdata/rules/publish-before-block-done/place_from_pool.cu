// One lane draws a place from a pool, behind a fence that belongs to a lock
// given back before, and tells the place from that of the root.

__device__ void giveBack(unsigned *node) {
  __threadfence();
  if (threadIdx.x % 32 == 1)
    atomicAnd(&node[1], 0x7fffffffu);
}

__global__ void grow(unsigned *pool, unsigned *used, const unsigned *at, const unsigned *first, int steps) {
  unsigned lane = threadIdx.x % 32, root = *first, node = at[blockIdx.x];
  for (int step = 0; step < steps; ++step) {
    pool[node * 32 + lane] = lane;
    __threadfence();
    unsigned next = 0;
    if (lane == 0)
      next = atomicAdd(used, 1u); // ok: publish-before-block-done
    next = __shfl_sync(~0u, next, 0);
    pool[next * 32 + lane] = lane;
    giveBack(&pool[node * 32]);
    node = next;
    if (node != root)
      pool[node * 32 + 31] = root;
  }
}

// The same fence before a count that leads nowhere.
__global__ void done(unsigned *pool, unsigned *finished, const unsigned *at) {
  unsigned lane = threadIdx.x % 32, node = at[blockIdx.x];
  pool[node * 32 + lane] = lane;
  __threadfence();
  if (lane == 0)
    atomicAdd(finished, 1u); // expect: publish-before-block-done, contended-atomic
}
