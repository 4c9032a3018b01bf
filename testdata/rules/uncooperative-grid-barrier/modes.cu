// One kernel with and without a barrier of the grid, by a parameter.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void serve(int *state, int *queue, int length, int together) {
  if (threadIdx.x == 0 && blockIdx.x == 0)
    *state = 1;
  if (together)
    cg::this_grid().sync();
  else
    __syncthreads();
  for (int i = blockIdx.x; i < length; i += gridDim.x)
    queue[i] = 0;
}

void start(int *state, int *queue, int length, unsigned blocks, int together) {
  if (together) {
    void *arguments[] = {&state, &queue, &length, &together};
    cudaLaunchCooperativeKernel((void *)serve, dim3(blocks), dim3(256), arguments, 0, 0);
  } else {
    serve<<<blocks, 256>>>(state, queue, length, together); // ok: uncooperative-grid-barrier
  }
}

__global__ void serveAlways(int *state, int *queue, int length) {
  if (threadIdx.x == 0 && blockIdx.x == 0)
    *state = 1;
  if (length > 0)
    cg::this_grid().sync();
  for (int i = blockIdx.x; i < length; i += gridDim.x)
    queue[i] = 0;
}

void startAlways(int *state, int *queue, int length, unsigned blocks) {
  serveAlways<<<blocks, 256>>>(state, queue, length); // expect: uncooperative-grid-barrier
}

// The constant that is passed says whether blocks come to the barrier.
__global__ void step(int *state, int *queue, int length, int together) {
  if (threadIdx.x == 0 && blockIdx.x == 0)
    *state = 1;
  if (together)
    cg::this_grid().sync();
  for (int i = blockIdx.x; i < length; i += gridDim.x)
    queue[i] = 0;
}

void stepTogether(int *state, int *queue, int length, unsigned blocks) {
  int together = 1;
  void *arguments[] = {&state, &queue, &length, &together};
  cudaLaunchCooperativeKernel((void *)step, dim3(blocks), dim3(256), arguments, 0, 0);
}

void stepAlone(int *state, int *queue, int length, unsigned blocks) {
  step<<<blocks, 256>>>(state, queue, length, 0); // ok: uncooperative-grid-barrier
}

void stepByMistake(int *state, int *queue, int length, unsigned blocks) {
  step<<<blocks, 256>>>(state, queue, length, 1); // expect: uncooperative-grid-barrier
}

__global__ void stepFew(int *state, int *queue, int length, bool together) {
  if (threadIdx.x == 0 && blockIdx.x == 0)
    *state = 1;
  if (together)
    cg::this_grid().sync();
  for (int i = blockIdx.x; i < length; i += gridDim.x)
    queue[i] = 0;
}

void stepFewAlone(int *state, int *queue, int length, unsigned blocks) {
  stepFew<<<blocks, 256>>>(state, queue, length, false); // ok: uncooperative-grid-barrier
}

// Not the mode alone decides: what is in memory may keep all blocks away.
__global__ void stepIfAsked(const int *asked, int *queue, int length, int together) {
  if (together && *asked)
    cg::this_grid().sync();
  for (int i = blockIdx.x; i < length; i += gridDim.x)
    queue[i] = 0;
}

void stepAsked(const int *asked, int *queue, int length, unsigned blocks) {
  int together = 1;
  void *arguments[] = {&asked, &queue, &length, &together};
  cudaLaunchCooperativeKernel((void *)stepIfAsked, dim3(blocks), dim3(256), arguments, 0, 0);
}

void stepUnasked(const int *asked, int *queue, int length, unsigned blocks) {
  stepIfAsked<<<blocks, 256>>>(asked, queue, length, 1); // ok: uncooperative-grid-barrier
}
