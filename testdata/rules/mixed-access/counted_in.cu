// Blocks count how much they have done, by std::min of the last one's share,
// and wait until all is done.
#include <algorithm>

struct Work {
  int *counts;
  const int *key;
  int *place;
  int total, each;
};

__global__ void shuffle(Work work) {
  const int total = work.total;
  const int first = blockIdx.x * work.each;
  const int last = std::min(first + work.each, total);
  for (int at = first + threadIdx.x; at < last; at += blockDim.x)
    work.place[at] = atomicAdd(&work.counts[work.key[at]], 1);
  __syncthreads();
  if (threadIdx.x == 0) {
    int *done = &work.counts[16];
    asm volatile("red.release.gpu.global.add.s32 [%0], %1;" ::"l"(done), "r"(last - first) : "memory");
    int seen = 0;
    do
      asm volatile("ld.acquire.gpu.global.s32 %0, [%1];" : "=r"(seen) : "l"(done) : "memory");
    while (seen != total);
  }
  __syncthreads();
  for (int i = threadIdx.x; i < 16; i += blockDim.x)
    work.place[work.total + blockIdx.x * 16 + i] = work.counts[i]; // ok: mixed-access
}

__global__ void shuffleAndLook(Work work) {
  const int total = work.total;
  const int first = blockIdx.x * work.each;
  const int last = std::min(first + work.each, total);
  for (int at = first + threadIdx.x; at < last; at += blockDim.x)
    work.place[at] = atomicAdd(&work.counts[work.key[at]], 1);
  __syncthreads();
  for (int i = threadIdx.x; i < 16; i += blockDim.x)
    work.place[work.total + blockIdx.x * 16 + i] = work.counts[i]; // expect: mixed-access
}
