// Whoever calls cuda::atomic_thread_fence has written the order.
#include <cuda/atomic>
using word = cuda::atomic_ref<int, cuda::thread_scope_device>;

__global__ void publish(const float *in, float *data, int *ready) {
  data[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  if (threadIdx.x == 0) {
    cuda::atomic_thread_fence(cuda::memory_order_seq_cst, // expect: strong-fence
                              cuda::thread_scope_device);
    word(*ready).store(1, cuda::memory_order_relaxed);
  }
}

__global__ void receive(const float *data, int *ready, float *out) {
  if (threadIdx.x == 0)
    while (word(*ready).load(cuda::memory_order_acquire) == 0) {
    }
  __syncthreads();
  out[threadIdx.x] = data[threadIdx.x];
}

// Store buffering: sleepers and those that bring work.
__global__ void sleep(int *work, int *sleepers, int *may) {
  word(*sleepers).fetch_add(1, cuda::memory_order_relaxed);
  cuda::atomic_thread_fence(cuda::memory_order_seq_cst, // ok: strong-fence
                            cuda::thread_scope_device);
  may[blockIdx.x] = word(*work).load(cuda::memory_order_relaxed) == 0;
}
