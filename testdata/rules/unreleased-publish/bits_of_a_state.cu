// A page is filled, marked as changed, and only then marked as there. Who waits
// for it looks at the last mark.
#include <cuda/atomic>

constexpr unsigned There = 1, Changed = 2;
using State = cuda::atomic<unsigned, cuda::thread_scope_device>;

__device__ float readPage(State *state, const float *page) {
  while ((state->load(cuda::memory_order_acquire) & There) == 0) {
  }
  return page[0];
}

__global__ void load(State *states, float *pages, const float *disk,
                     float *out, bool writes) {
  State *state = states + blockIdx.x;
  if (threadIdx.x == 0) {
    pages[blockIdx.x] = disk[blockIdx.x];
    if (writes)
      state->fetch_or(Changed, cuda::memory_order_relaxed); // ok: unreleased-publish
    state->fetch_or(There, cuda::memory_order_release);
  }
  out[blockIdx.x] =
      readPage(states + (blockIdx.x + 1) % gridDim.x, pages + blockIdx.x);
}

__global__ void loadRelaxed(State *states, float *pages, const float *disk,
                            float *out, bool writes) {
  State *state = states + blockIdx.x;
  if (threadIdx.x == 0) {
    pages[blockIdx.x] = disk[blockIdx.x];
    if (writes)
      state->fetch_or(Changed, cuda::memory_order_relaxed); // expect: unreleased-publish
    state->fetch_or(There, cuda::memory_order_relaxed); // expect: unreleased-publish
  }
  out[blockIdx.x] =
      readPage(states + (blockIdx.x + 1) % gridDim.x, pages + blockIdx.x);
}

// The other way round: who waits goes on before the release.
__global__ void loadEarly(State *states, float *pages, const float *disk,
                          float *out) {
  State *state = states + blockIdx.x;
  if (threadIdx.x == 0) {
    pages[blockIdx.x] = disk[blockIdx.x];
    state->fetch_or(There, cuda::memory_order_relaxed); // expect: unreleased-publish
    state->fetch_or(Changed, cuda::memory_order_release);
  }
  out[blockIdx.x] =
      readPage(states + (blockIdx.x + 1) % gridDim.x, pages + blockIdx.x);
}
