// A table that the first thread to come builds, while the others go on without it. Whoever finds it built has looked relaxed.
#include <cuda/atomic>

enum Progress : int { None, Begun, Built };

struct Roots {
  int progress;
  float of[128];
};
__device__ Roots shared_roots;

__device__ float rootOf(Roots &r, int n) {
  int now = *(volatile int *)&r.progress; // expect: relaxed-poll
  if (now == Built)
    return r.of[n];
  if (atomicCAS(&r.progress, None, Begun) == None) {
    for (int i = 0; i < 128; ++i)
      r.of[i] = sqrtf((float)i);
    __threadfence();
    atomicExch(&r.progress, Built);
  }
  return sqrtf((float)n);
}

__global__ void lookUp(const int *n, float *out) {
  if (threadIdx.x == 0)
    out[blockIdx.x] = rootOf(shared_roots, n[blockIdx.x] & 127);
}

__device__ Roots ordered_roots;

__device__ float rootInOrder(Roots &r, int n) {
  cuda::atomic_ref<int, cuda::thread_scope_device> progress(r.progress);
  if (progress.load(cuda::memory_order_acquire) == Built) // ok: relaxed-poll
    return r.of[n];
  if (atomicCAS(&r.progress, None, Begun) == None) {
    for (int i = 0; i < 128; ++i)
      r.of[i] = sqrtf((float)i);
    progress.store(Built, cuda::memory_order_release);
  }
  return sqrtf((float)n);
}

__global__ void lookUpInOrder(const int *n, float *out) {
  if (threadIdx.x == 0)
    out[blockIdx.x] = rootInOrder(ordered_roots, n[blockIdx.x] & 127);
}

// Each thread keeps its own state: the table is its own as well.
__global__ void ownState(int *state, float *value, const float *x, float *y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  if (*(volatile int *)&state[i] == Built) // ok: relaxed-poll
    y[i] = value[i];
  value[i] = x[i];
  __threadfence();
  *(volatile int *)&state[i] = Built;
}

// Between the two phases all blocks meet.
__global__ void twoPhases(int *state, float *value, const float *x, float *y, unsigned *arrived) {
  if (threadIdx.x == 0 && blockIdx.x % 2 == 0) {
    value[blockIdx.x] = x[blockIdx.x];
    __threadfence();
    *(volatile int *)&state[blockIdx.x] = Built;
  }
  if (threadIdx.x == 0) {
    __threadfence();
    atomicAdd(arrived, 1u);
    while (*(volatile unsigned *)arrived < gridDim.x)
      ;
    __threadfence();
  }
  __syncthreads();
  int other = (blockIdx.x + 1) % gridDim.x;
  if (*(volatile int *)&state[other] == Built) // ok: relaxed-poll
    y[blockIdx.x * blockDim.x + threadIdx.x] = value[other];
}
