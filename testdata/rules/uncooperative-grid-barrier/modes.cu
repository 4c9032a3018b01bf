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
