// What one owner counts for itself, by a function that updates the count by an
// atomic where several share it, is no data for whoever hears the bell.
#include <cuda/atomic>

template <bool IsAlone>
__device__ void raiseTo(unsigned long long *count, unsigned long long to) {
  if (IsAlone) {
    unsigned long long old = *count;
    *count = old < to ? to : old;
    return;
  }
  cuda::atomic_ref<unsigned long long, cuda::thread_scope_device>(*count)
      .fetch_max(to, cuda::memory_order_relaxed);
}

__device__ void ring(unsigned *bell, unsigned now) {
  asm volatile("st.relaxed.sys.global.u32 [%0], %1;" ::"l"(bell), "r"(now)
               : "memory");
}

__global__ void countAndRing(unsigned long long *counts, int mode,
                             unsigned *bell, unsigned now) {
  if (threadIdx.x == 0) {
    if (mode == 0)
      raiseTo<true>(counts + blockIdx.x, now);
    else
      raiseTo<false>(counts + blockIdx.x, now);
    __threadfence(); // ok: narrow-scope
    ring(bell + blockIdx.x, now);
  }
}

// No instance shares the sum: it is what the bell announces.
template <bool IsNegative>
__device__ void addTo(unsigned long long *sum, unsigned long long by) {
  *sum = IsNegative ? *sum - by : *sum + by;
}

__global__ void addAndRing(unsigned long long *sums, int mode, unsigned *bell,
                           unsigned now) {
  if (threadIdx.x == 0) {
    if (mode == 0)
      addTo<true>(sums + blockIdx.x, now);
    else
      addTo<false>(sums + blockIdx.x, now);
    __threadfence(); // expect: narrow-scope
    ring(bell + blockIdx.x, now);
  }
}
