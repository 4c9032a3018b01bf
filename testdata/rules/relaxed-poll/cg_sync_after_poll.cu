#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void k(const volatile int *gate, const float *v, float *o) {
  auto block = cg::this_thread_block();
  if (block.thread_rank() == 0)
    while (*gate == 0) {  // expect: relaxed-poll
    }
  block.sync();
  o[block.thread_rank()] = v[block.thread_rank()];
}
