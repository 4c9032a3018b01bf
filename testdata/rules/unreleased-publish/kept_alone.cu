// One index kept in two ways: by one thread alone, or by several in turn. Who
// keeps it alone waits for nobody, and nobody for it.
struct Queue {
  unsigned long long ready;
  unsigned long long taken;
  unsigned long long *door;
};
template <bool Shared>
__device__ void mark(Queue *q, unsigned long long from, unsigned long long to) {
  if (Shared) {
    __threadfence();
    while (atomicCAS(&q->ready, from, to) != from) {
    }
    __threadfence();
  } else {
    q->ready = to; // ok: unreleased-publish
  }
}
template <bool Shared>
__device__ unsigned long long reserve(Queue *q, unsigned n) {
  if (Shared)
    return atomicAdd(&q->taken, (unsigned long long)n);
  unsigned long long at = q->taken;
  q->taken = at + n;
  return at;
}
template <bool Shared> __device__ void post(Queue *q, unsigned n) {
  unsigned long long at = reserve<Shared>(q, n);
  mark<Shared>(q, at, at + n);
}
template __device__ void post<true>(Queue *, unsigned);
template __device__ void post<false>(Queue *, unsigned);
__global__ void postShared(Queue *q) { post<true>(q, 1); }
__global__ void postAlone(Queue *q) {
  if (blockIdx.x == 0 && threadIdx.x == 0)
    post<false>(q, 4);
}
