#include <cuda/atomic>
template <typename T> __device__ void waitFor(T *p, T v) {
  cuda::atomic_ref<T, cuda::thread_scope_device> r(*p);
  while (r.load(cuda::std::memory_order_relaxed) != v) {  // expect: relaxed-poll
    __nanosleep(64);
  }
}
__global__ void k(int *flag, const int4 *payload, int4 *dst) {
  if (threadIdx.x == 0)
    waitFor(flag, 1);
  __syncthreads();
  dst[threadIdx.x] = payload[threadIdx.x];
}
