// Pointers of peers in an array that is passed by value; multicast words; the
// word of the block before.
#include <cuda/atomic>

struct Peers {
  float *inbox[8];
  unsigned *arrived[8];
};

__global__ void push(const float *mine, Peers peers, int rank, int n) {
  int to = blockIdx.x % 8;
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    peers.inbox[to][rank * n + i] = mine[i];
  __syncthreads();
  if (threadIdx.x == 0)
    asm volatile("red.release.gpu.global.add.u32 [%0], 1;" // expect: narrow-scope
                 ::"l"(peers.arrived[to] + rank)
                 : "memory");
}

__global__ void pushWide(const float *mine, Peers peers, int rank, int n) {
  int to = blockIdx.x % 8;
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    peers.inbox[to][rank * n + i] = mine[i];
  __syncthreads();
  if (threadIdx.x == 0)
    asm volatile("red.release.sys.global.add.u32 [%0], 1;" // ok: narrow-scope
                 ::"l"(peers.arrived[to] + rank)
                 : "memory");
}

__global__ void spread(const float *mine, float *all, unsigned *arrived,
                       int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    asm volatile("multimem.st.relaxed.sys.global.f32 [%0], %1;" ::"l"(all + i),
                 "f"(mine[i])
                 : "memory");
  __syncthreads();
  if (threadIdx.x == 0)
    asm volatile("multimem.red.release.gpu.global.add.u32 [%0], 1;" // expect: narrow-scope
                 ::"l"(arrived)
                 : "memory");
}

__global__ void spreadWide(const float *mine, float *all, unsigned *arrived,
                           int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    asm volatile("multimem.st.relaxed.sys.global.f32 [%0], %1;" ::"l"(all + i),
                 "f"(mine[i])
                 : "memory");
  __syncthreads();
  if (threadIdx.x == 0)
    asm volatile("multimem.red.release.sys.global.add.u32 [%0], 1;" // ok: narrow-scope
                 ::"l"(arrived)
                 : "memory");
}

template <cuda::thread_scope Scope>
__device__ int before(int *sums, int *state) {
  cuda::atomic_ref<int, Scope> last(state[blockIdx.x - 1]);
  while (last.load(cuda::memory_order_acquire) == 0) { // expect: narrow-scope
  }
  return sums[blockIdx.x - 1];
}

__device__ void publish(int *sums, int *state, int sum) {
  sums[blockIdx.x] = sum;
  cuda::atomic_ref<int, cuda::thread_scope_device>(state[blockIdx.x])
      .store(1, cuda::memory_order_release);
}

__global__ void chain(const int *in, int *sums, int *state) {
  if (threadIdx.x == 0) {
    int sum = in[blockIdx.x];
    if (blockIdx.x > 0)
      sum += before<cuda::thread_scope_block>(sums, state);
    publish(sums, state, sum);
  }
}

__global__ void chainWide(const int *in, int *sums, int *state) {
  if (threadIdx.x == 0) {
    int sum = in[blockIdx.x];
    if (blockIdx.x > 0)
      sum += before<cuda::thread_scope_device>(sums, state);
    publish(sums, state, sum);
  }
}

// Two words of one block: its own warps hand over.
__global__ void within(const float *in, float *scratch, int *words,
                       float *out) {
  cuda::atomic_ref<int, cuda::thread_scope_block> ready(
      words[blockIdx.x * 2 + 1]);
  if (threadIdx.x == 0) {
    scratch[blockIdx.x] = in[blockIdx.x];
    words[blockIdx.x * 2] = 0;
    ready.store(1, cuda::memory_order_release);
  } else if (threadIdx.x == 32) {
    while (ready.load(cuda::memory_order_acquire) == 0) { // ok: narrow-scope
    }
    out[blockIdx.x] = scratch[blockIdx.x];
  }
}
