#include <cuda/atomic>
struct Snap {
  cuda::atomic<unsigned, cuda::thread_scope_device> seq;
  cuda::atomic<float, cuda::thread_scope_device> a, b;
};
__global__ void writer(Snap *s, float x) {
  unsigned q = s->seq.load(cuda::memory_order_relaxed);
  s->seq.store(q + 1, cuda::memory_order_relaxed);
  cuda::atomic_thread_fence(cuda::memory_order_release,
                            cuda::thread_scope_device);
  s->a.store(x, cuda::memory_order_relaxed);
  s->b.store(-x, cuda::memory_order_relaxed);
  s->seq.store(q + 2, cuda::memory_order_release);
}
__global__ void reader(Snap *s, float *out) {
  unsigned s1, s2;
  float a, b;
  do {  // ok: relaxed-poll
    s1 = s->seq.load(cuda::memory_order_acquire);
    a = s->a.load(cuda::memory_order_relaxed);
    b = s->b.load(cuda::memory_order_relaxed);
    cuda::atomic_thread_fence(cuda::memory_order_acquire,
                              cuda::thread_scope_device);
    s2 = s->seq.load(cuda::memory_order_relaxed);
  } while (s1 != s2 || (s1 & 1));
  out[threadIdx.x] = a + b;
}
