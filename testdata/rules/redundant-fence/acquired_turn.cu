// The wait before the fence acquires already.
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
__global__ void fold_twice_ordered(const float *rows, float *total, int *turns, int width) {
  Turn turn{turns + blockIdx.x};
  if (threadIdx.x == 0) {
    while (turn.read() != blockIdx.y) {
    }
    __threadfence(); // expect: redundant-fence
  }
  __syncthreads();
  int column = blockIdx.x * width + threadIdx.x;
  float old = blockIdx.y ? total[column] : 0.f;
  total[column] = old + rows[blockIdx.y * gridDim.x * width + column];
  turn.pass(blockIdx.y + 1);
}
__global__ void fold_acquired(const float *rows, float *total, int *turns, int width) {
  Turn turn{turns + blockIdx.x};
  if (threadIdx.x == 0) {
    while (turn.read() != blockIdx.y) {
    }
  }
  __syncthreads();
  int column = blockIdx.x * width + threadIdx.x;
  float old = blockIdx.y ? total[column] : 0.f;
  total[column] = old + rows[blockIdx.y * gridDim.x * width + column];
  turn.pass(blockIdx.y + 1); // ok: redundant-fence
}
