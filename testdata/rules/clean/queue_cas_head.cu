struct Q {
  int head, tail;
  int items[1024];
};
__device__ bool pop(Q *q, int &v) {
  int h;
  do {  // ok: relaxed-poll
    h = *(volatile int *)&q->head;
    if (h >= *(volatile int *)&q->tail)
      return false;
  } while (atomicCAS(&q->head, h, h + 1) != h);
  __threadfence();
  v = q->items[h & 1023];
  return true;
}
__global__ void run(Q *q, int *out) {
  int v;
  while (pop(q, v))
    out[v] = v * v;
}
