__device__ bool tryPop(int *q, volatile int *tail, int *head, int *out) {
  int h = *head;
  if (h >= *tail)
    return false;
  __threadfence();
  *out = q[h];
  *head = h + 1;
  return true;
}
__global__ void drain(int *q, volatile int *tail, int *head, int *res, int n) {
  if (threadIdx.x)
    return;
  int got = 0, v;
  while (got < n)  // ok: relaxed-poll
    if (tryPop(q, tail, head, &v))
      res[got++] = v;
}
