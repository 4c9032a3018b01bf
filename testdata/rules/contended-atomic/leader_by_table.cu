// One warp of each group, which a table names: not one lane of every warp.
__global__ void serve(const unsigned *group_of, const unsigned *leader_of,
                      unsigned long long *served, volatile bool *stop) {
  const unsigned id = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned warp = id / 32, lane = id % 32;
  if (lane != 0)
    return;
  if (warp == leader_of[group_of[warp]])
    while (!*stop)
      atomicAdd(served, 1ull); // ok: contended-atomic
}

__global__ void serveAll(unsigned long long *served, volatile bool *stop) {
  if (threadIdx.x % 32 != 0)
    return;
  while (!*stop)
    atomicAdd(served, 1ull); // expect: contended-atomic
}
