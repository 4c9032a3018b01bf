// Half of a word is looked at, and the whole is updated behind a barrier of the
// grid: no thread updates while another one looks.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void lookThenAdd(unsigned long long *word) {
  unsigned low = *(unsigned *)word; // ok: mixed-access
  cg::this_grid().sync();
  if (low == 0)
    atomicAdd(word, 1ull << 32); // expect: contended-atomic
}

// With nothing between.
__global__ void lookAndAdd(unsigned long long *word, unsigned most) {
  if (blockIdx.x * blockDim.x + threadIdx.x >= most)
    return;
  unsigned low = *(unsigned *)word; // expect: mixed-access
  if (low == 0)
    atomicAdd(word, 1ull << 32); // expect: contended-atomic
}
