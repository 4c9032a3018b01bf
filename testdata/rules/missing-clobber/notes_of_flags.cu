// What a thread keeps beside the data: copies of flags that it saw, its own
// count. They may move; data may not.
#include <cuda/atomic>

struct Queue {
  unsigned long long *head, *tail, *seenTail;
  ulonglong2 *slots;
};

__device__ void push(Queue q, ulonglong2 item) {
  unsigned long long at = atomicAdd(q.head, 1ull);
  if (at >= 128 + *q.seenTail) {
    cuda::atomic_ref<unsigned long long, cuda::thread_scope_system> tail(*q.tail);
    unsigned long long seen;
    do {
      seen = tail.load(cuda::memory_order_acquire);
    } while (at >= 128 + seen);
    *q.seenTail = seen;
  }
  asm volatile("st.release.sys.global.v2.u64 [%0], {%1,%2};" // ok: missing-clobber
               ::"l"(q.slots + at % 128), "l"(item.x), "l"(item.y));
}

__global__ void pushOnly(Queue q) {
  ulonglong2 item = {threadIdx.x, 1};
  push(q, item);
}

__global__ void pushBehindData(unsigned long long *ready, float *data) {
  data[threadIdx.x] = 2.0f;
  asm volatile("st.release.sys.global.u64 [%0], %1;" // expect: missing-clobber
               ::"l"(ready), "l"(7ull));
}
