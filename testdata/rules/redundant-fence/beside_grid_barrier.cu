// The barrier of the grid orders what stands on its two sides, for all threads.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void relax(float *now, float *next, int n, int rounds) {
  cg::grid_group grid = cg::this_grid();
  int i = int(grid.thread_rank());
  for (int round = 0; round < rounds; ++round) {
    if (i > 0 && i < n - 1)
      next[i] = 0.25f * now[i - 1] + 0.5f * now[i] + 0.25f * now[i + 1];
    __threadfence(); // expect: redundant-fence
    grid.sync();
    float *old = now;
    now = next;
    next = old;
  }
}

__global__ void relaxBare(float *now, float *next, int n, int rounds) {
  cg::grid_group grid = cg::this_grid();
  int i = int(grid.thread_rank());
  for (int round = 0; round < rounds; ++round) {
    if (i > 0 && i < n - 1)
      next[i] = 0.25f * now[i - 1] + 0.5f * now[i] + 0.25f * now[i + 1];
    grid.sync();
    float *old = now;
    now = next;
    next = old;
  }
}

__global__ void behind(float *sums, const float *parts, int n) {
  cg::grid_group grid = cg::this_grid();
  for (int i = int(grid.thread_rank()); i < n; i += int(grid.size()))
    sums[i] = parts[i];
  grid.sync();
  __threadfence(); // expect: redundant-fence
  for (int i = int(grid.thread_rank()); i < n; i += int(grid.size()))
    sums[i] += sums[(i + 1) % n] * 0;
}

// A word that another kernel waits for is raised behind the barrier, relaxed:
// the fence is what releases for it.
__global__ void told(float *sums, const float *parts, int n,
                     volatile int *raised) {
  cg::grid_group grid = cg::this_grid();
  for (int i = int(grid.thread_rank()); i < n; i += int(grid.size()))
    sums[i] = parts[i];
  grid.sync();
  __threadfence(); // ok: redundant-fence
  if (grid.thread_rank() == 0)
    *raised = 1;
}
