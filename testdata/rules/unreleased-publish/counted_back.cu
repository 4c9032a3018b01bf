// A meeting of devices: each counts in at its own words, then takes the same
// count away at the others'. Only the second tells them anything.
constexpr int Tag = 1024;

__device__ int loadAcquire(const int *word) {
  int value;
  asm volatile("ld.acquire.sys.global.s32 %0, [%1];" : "=r"(value) : "l"(word) : "memory");
  return value;
}

__global__ void meet(int **counts, int **rows, const int *row, int rank) {
  int peer = threadIdx.x;
  rows[peer][rank] = row[peer];
  __syncthreads();
  atomicAdd_system(counts[rank] + peer, Tag); // ok: unreleased-publish
  __threadfence_system();
  atomicSub_system(counts[peer] + rank, Tag); // ok: unreleased-publish
  while (loadAcquire(counts[rank] + peer) != 0) {
  }
  rows[rank][8 + peer] = rows[rank][peer] + 1;
}

// Without the fence between, the second is raised too early.
__global__ void meetUnfenced(int **counts, int **rows, const int *row,
                             int rank) {
  int peer = threadIdx.x;
  rows[peer][rank] = row[peer];
  __syncthreads();
  atomicAdd_system(counts[rank] + peer, Tag); // ok: unreleased-publish
  atomicSub_system(counts[peer] + rank, Tag); // expect: unreleased-publish
  while (loadAcquire(counts[rank] + peer) != 0) {
  }
  rows[rank][8 + peer] = rows[rank][peer] + 1;
}
