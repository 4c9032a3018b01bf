// One word of a small table is waited for; its neighbours are for the next
// launch.
__global__ void roundOfBlocks(int **table, float *out, const float *in) {
  int *state = table[3];
  int *arrived = &state[0], *turn = &state[2];
  int now = *turn;
  __syncthreads();
  if (threadIdx.x == 0)
    atomicAdd(arrived, 1);
  out[blockIdx.x * blockDim.x + threadIdx.x] = in[threadIdx.x] + now;
  if (blockIdx.x == 0 && threadIdx.x == 0) {
    while (*(volatile int *)arrived != gridDim.x) {
    }
    *turn = (now + 1) % 3; // ok: unreleased-publish
    *arrived = 0;          // ok: unreleased-publish
  }
}
