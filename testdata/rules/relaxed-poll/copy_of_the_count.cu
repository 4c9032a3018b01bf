// How much of the queue is taken is kept in a copy, so as not to ask for the
// count itself: an old copy only leads to asking again.
struct Count {
  unsigned long long value;
};
struct Queue {
  Count *taken;
  unsigned long long known;
  unsigned long long next;
  float *slots;
};

__device__ unsigned long long reserve(Queue *q, unsigned long long depth) {
  unsigned long long at = atomicAdd(&q->next, 1ull), known;
  asm volatile("ld.relaxed.gpu.u64 %0, [%1];" : "=l"(known) : "l"(&q->known));
  if (at - known >= depth) {
    known = *(volatile unsigned long long *)&q->taken->value;
    while (at - known >= depth)
      known = *(volatile unsigned long long *)&q->taken->value; // ok: relaxed-poll
    asm volatile("st.relaxed.gpu.u64 [%0], %1;" ::"l"(&q->known), "l"(known));
  }
  return at;
}

__global__ void postTwice(Queue *q, unsigned long long depth, unsigned long long *out) {
  out[2 * threadIdx.x] = reserve(q, depth);
  out[2 * threadIdx.x + 1] = reserve(q, depth);
}

__global__ void take(Queue *q, unsigned long long n) {
  __threadfence();
  *(volatile unsigned long long *)&q->taken->value = n;
}
