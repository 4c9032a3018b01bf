// Two marks on a tile, of which its reader waits for the second. A fence between
// them releases that one.
constexpr unsigned Ready = 1, Dirty = 2;

__global__ void makeTiles(unsigned *marks, float *tiles, const float *from) {
  if (threadIdx.x == 0) {
    tiles[blockIdx.x] = from[blockIdx.x];
    atomicOr(&marks[blockIdx.x], Dirty); // ok: unreleased-publish
    __threadfence();
    atomicOr(&marks[blockIdx.x], Ready);
  }
}

__global__ void makeTilesLate(unsigned *marks, float *tiles,
                              const float *from) {
  if (threadIdx.x == 0) {
    tiles[blockIdx.x] = from[blockIdx.x];
    atomicOr(&marks[blockIdx.x], Ready); // expect: unreleased-publish
    __threadfence();
    atomicOr(&marks[blockIdx.x], Dirty);
  }
}

__global__ void useTiles(unsigned *marks, float *tiles, float *out) {
  while ((*(volatile unsigned *)&marks[blockIdx.x] & Ready) == 0) {
  }
  __threadfence();
  out[blockIdx.x] = tiles[blockIdx.x];
}
