#include <cuda/atomic>
using flag_t = cuda::atomic<int, cuda::thread_scope_device>;
__global__ void wave(flag_t *done, float *row, int w) {
  int y = blockIdx.x;
  for (int x = 0; x < w; ++x) {
    if (y > 0 && threadIdx.x == 0)
      while (done[y - 1].load(cuda::memory_order_relaxed) < x + 1) {  // expect: relaxed-poll
      }
    __syncthreads();
    float up = y ? row[((y - 1) * w + x) * blockDim.x + threadIdx.x] : 0.f;
    row[(y * w + x) * blockDim.x + threadIdx.x] = up + 1.f;
    __syncthreads();
    if (threadIdx.x == 0)
      done[y].store(x + 1, cuda::memory_order_release);
  }
}
