#include <cuda/atomic>
class SpinLock {
  int *w;

public:
  __device__ explicit SpinLock(int *p) : w(p) {}
  __device__ void acquire() {
    cuda::atomic_ref<int, cuda::thread_scope_device> r(*w);
    int e = 0;
    while (!r.compare_exchange_weak(e, 1, cuda::memory_order_acquire,  // ok: relaxed-poll
                                    cuda::memory_order_relaxed))
      e = 0;
  }
  __device__ void release() {
    cuda::atomic_ref<int, cuda::thread_scope_device>(*w).store(
        0, cuda::memory_order_release);
  }
};
__global__ void bump(int *l, double *v) {
  if (threadIdx.x)
    return;
  SpinLock s(l);
  s.acquire();
  *v += 1.0;
  s.release();
}
