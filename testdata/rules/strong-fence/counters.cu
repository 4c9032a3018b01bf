// Counters with the default order.
#include <cuda/atomic>
__global__ void hits(const int *keys, int n, cuda::atomic<int> *count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && keys[i] == 7) (*count)++; // expect: strong-fence
}
__global__ void message(float *data, unsigned *flag) {
  if (threadIdx.x == 0) {
    data[blockIdx.x] = 1;
    asm volatile("fence.sc.gpu;" ::: "memory"); // expect: strong-fence
    asm volatile("st.relaxed.gpu.global.u32 [%0], 1;" ::"l"(flag) : "memory");
  }
}
