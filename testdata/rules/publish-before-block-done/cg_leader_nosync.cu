#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void prod(float *d, unsigned *cnt, const float *s) {
  auto b = cg::this_thread_block();
  d[b.thread_rank()] = s[b.thread_rank()];
  if (b.thread_rank() == 0) {
    __threadfence();
    *(volatile unsigned *)cnt = 1;  // expect: publish-before-block-done
  }
}
