#include <cuda/atomic>
__global__ void produce(cuda::atomic<int, cuda::thread_scope_device> *flag,
                        float *data) {
  data[blockIdx.x * blockDim.x + threadIdx.x] = threadIdx.x;
  if (threadIdx.x == 0)
    flag[blockIdx.x].store(1, cuda::memory_order_release);  // expect: publish-before-block-done
}
