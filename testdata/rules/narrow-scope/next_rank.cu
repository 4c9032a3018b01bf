// A ring of ranks: each writes to the window of the next and raises a flag there, and waits in its own window for the one before.
#include <cuda/atomic>

struct Windows {
  float *data[8];
  unsigned *flags[8];
};
using NearFlag = cuda::atomic_ref<unsigned, cuda::thread_scope_device>;
using FarFlag = cuda::atomic_ref<unsigned, cuda::thread_scope_system>;

__device__ void passOnNear(const Windows &w, const float *from, int n, int me, int ranks, unsigned turn) {
  int next = (me + 1) % ranks;
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    w.data[next][i] = from[i];
  __syncthreads();
  if (threadIdx.x == 0)
    NearFlag(w.flags[next][me]).store(turn, cuda::memory_order_release); // expect: narrow-scope
}

__device__ void passOn(const Windows &w, const float *from, int n, int me, int ranks, unsigned turn) {
  int next = (me + 1) % ranks;
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    w.data[next][i] = from[i];
  __syncthreads();
  if (threadIdx.x == 0)
    FarFlag(w.flags[next][me]).store(turn, cuda::memory_order_release); // ok: narrow-scope
}

__device__ void await(const Windows &w, int me, int ranks, unsigned turn) {
  int before = (me + ranks - 1) % ranks;
  if (threadIdx.x == 0)
    while (FarFlag(w.flags[me][before]).load(cuda::memory_order_acquire) < turn) {
    }
  __syncthreads();
}

__global__ void turnNarrow(Windows w, const float *from, float *to, int n, int me, int ranks, unsigned turn) {
  passOnNear(w, from, n, me, ranks, turn);
  await(w, me, ranks, turn);
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    to[i] = w.data[me][i];
}

__global__ void turnWide(Windows w, const float *from, float *to, int n, int me, int ranks, unsigned turn) {
  passOn(w, from, n, me, ranks, turn);
  await(w, me, ranks, turn);
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    to[i] = w.data[me][i];
}
