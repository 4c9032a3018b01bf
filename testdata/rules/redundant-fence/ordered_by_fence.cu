// Like accesses that have the order already: these have one side of it.
#include <cuda/atomic>

// Each block of a column waits its turn with an acquire.
struct Turn {
  int *next;
  __device__ int read() const {
    int now;
    asm volatile("ld.acquire.gpu.global.s32 %0, [%1];" : "=r"(now) : "l"(next) : "memory");
    return now;
  }
  __device__ int peek() const {
    int now;
    asm volatile("ld.relaxed.gpu.global.s32 %0, [%1];" : "=r"(now) : "l"(next) : "memory");
    return now;
  }
  __device__ void pass(int to) const {
    __syncthreads();
    if (threadIdx.x == 0) asm volatile("st.release.gpu.global.s32 [%0], %1;" ::"l"(next), "r"(to) : "memory");
  }
};
// The poll is relaxed: the fence alone acquires.
__global__ void fold_fenced(const float *rows, float *total, int *turns, int width) {
  Turn turn{turns + blockIdx.x};
  if (threadIdx.x == 0) {
    while (turn.peek() != blockIdx.y) {
    }
    __threadfence(); // ok: redundant-fence
  }
  __syncthreads();
  int column = blockIdx.x * width + threadIdx.x;
  float old = blockIdx.y ? total[column] : 0.f;
  total[column] = old + rows[blockIdx.y * gridDim.x * width + column];
  turn.pass(blockIdx.y + 1);
}

using Tickets = cuda::atomic_ref<unsigned, cuda::thread_scope_device>;
// The ticket only acquires.
__global__ void longest_fenced(const int *lengths, int *best, int *result, unsigned *drawn) {
  __shared__ bool is_last;
  if (threadIdx.x == 0) {
    best[blockIdx.x] = lengths[blockIdx.x];
    __threadfence(); // ok: redundant-fence
    is_last = Tickets(*drawn).fetch_add(1u, cuda::memory_order_acquire) == gridDim.x - 1;
  }
  __syncthreads();
  if (is_last && threadIdx.x == 0) {
    int longest = 0;
    for (unsigned b = 0; b < gridDim.x; ++b) longest = max(longest, best[b]);
    *result = longest;
    *drawn = 0;
  }
}
