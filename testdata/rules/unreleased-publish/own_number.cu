// A flag at a number that is counted around the grid: the next block's is read
// by another block, one that comes back to the block's own is not.
__global__ void toNext(int *flags, int *data, int *out) {
  if (threadIdx.x == 0) {
    data[blockIdx.x] = 1;
    __threadfence_block();
    *(volatile int *)&flags[blockIdx.x] = 1; // expect: unreleased-publish
    int next = (blockIdx.x + 1) % gridDim.x;
    while (*(volatile int *)&flags[next] == 0)
      ;
    __threadfence();
    out[blockIdx.x] = *(volatile int *)&data[next];
  }
}
__global__ void toNextOfAll(int *flags_of, int *data, int *out) {
  if (threadIdx.x == 0) {
    data[blockIdx.x] = 1;
    __threadfence();
    *(volatile int *)&flags_of[blockIdx.x] = 1; // ok: unreleased-publish
    int next = (blockIdx.x + 1) % gridDim.x;
    while (*(volatile int *)&flags_of[next] == 0)
      ;
    __threadfence();
    out[blockIdx.x] = *(volatile int *)&data[next];
  }
}
__global__ void toItself(int *own_flags, int *data, int *out) {
  if (threadIdx.x == 0) {
    data[blockIdx.x] = 1;
    __threadfence_block();
    *(volatile int *)&own_flags[blockIdx.x] = 1; // ok: unreleased-publish
  } else if (threadIdx.x == 32) {
    int same = (blockIdx.x + gridDim.x) % gridDim.x;
    while (*(volatile int *)&own_flags[same] == 0)
      ;
    __threadfence_block();
    out[blockIdx.x] = *(volatile int *)&data[same];
  }
}
