// A credit for a neighbour's mailbox ends its wait, although the thread takes a
// credit of its own away afterwards.
__global__ void send(float *data, int *avail, const float *in, float *out,
                     int n) {
  int me = blockIdx.x, dst = (me + 1) % gridDim.x, t = threadIdx.x;
  data[dst * n + t] = in[me * n + t];
  __syncthreads();
  if (t == 0) {
    atomicAdd(&avail[dst], 1); // expect: unreleased-publish
    while (*(volatile int *)&avail[me] == 0) {
    }
    __threadfence();
    atomicSub(&avail[me], 1);
  }
  __syncthreads();
  out[me * n + t] = data[me * n + t];
}

// What is waited for falls: to add to the own word ends no wait, whether a
// thread or a warp asks.
__global__ void meet(int **signals, float **rows, int rank, int peers) {
  rows[rank][threadIdx.x] = 1.0f;
  __syncthreads();
  if (threadIdx.x < 32) {
    if (threadIdx.x < peers) {
      atomicAdd_system(signals[rank] + threadIdx.x, 1024); // ok: unreleased-publish
      __threadfence_system();
      atomicSub_system(signals[threadIdx.x] + rank, 1024);
    }
    while (true) {
      int value = threadIdx.x < peers
                      ? *(volatile int *)(signals[rank] + threadIdx.x)
                      : 0;
      if (__all_sync(0xffffffff, value <= 0))
        break;
    }
    __threadfence_system();
  }
  __syncthreads();
  rows[rank][threadIdx.x] += rows[(rank + 1) % peers][threadIdx.x];
}
