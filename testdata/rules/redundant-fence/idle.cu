// Fences with nothing behind them, and in kernels that tell others nothing.
#include <cooperative_groups.h>

__global__ void atTheEnd(const float *in, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = in[i];
  __threadfence(); // expect: redundant-fence
}

__global__ void aFlagFollows(const float *in, float *out, int *ready) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i];
  __threadfence(); // ok: redundant-fence
  if (threadIdx.x == 0)
    ready[blockIdx.x] = 1;
}

__global__ void sharedTile(const float *in, float *out, int n) {
  __shared__ float tile[32][33];
  int x = threadIdx.x, y = threadIdx.y;
  tile[y][x] = in[(blockIdx.y * 32 + y) * n + blockIdx.x * 32 + x];
  __threadfence(); // expect: redundant-fence
  __syncthreads();
  out[(blockIdx.x * 32 + y) * n + blockIdx.y * 32 + x] = tile[x][y];
}

// A plain flag: other kernels or the host may wait for it.
__global__ void plainFlag(const float *in, float *out, int *ready) {
  out[blockIdx.x * 256 + threadIdx.x] = in[threadIdx.x];
  __threadfence(); // ok: redundant-fence
  __syncthreads();
  if (threadIdx.x == 0)
    ready[0] = 1;
}

// The dependent grid reads early.
__global__ void primary(const float *in, float *out) {
  out[blockIdx.x * 256 + threadIdx.x] = in[threadIdx.x];
  __threadfence(); // ok: redundant-fence
  __syncthreads();
  asm volatile("griddepcontrol.launch_dependents;" ::: "memory");
}

// Too late, not too much: unreleased-publish says so.
__global__ void behindTheFlag(float *out, volatile int *raised) {
  if (threadIdx.x == 0) {
    out[blockIdx.x] = 1;
    *raised = 1;         // expect: unreleased-publish
    __threadfence();    // ok: redundant-fence
  }
}

__global__ void waits(const float *out, volatile int *raised, float *copy) {
  if (threadIdx.x == 0) {
    while (*raised == 0) {
    }
    __threadfence();
    copy[blockIdx.x] = out[blockIdx.x];
  }
}
