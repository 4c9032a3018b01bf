struct Deque {
  int *tasks;
  volatile int top, bottom;
};
__device__ int steal(Deque *d) {
  int t = d->top;
  __threadfence();
  int b = d->bottom;
  if (t >= b)
    return -1;
  int v = d->tasks[t];
  return atomicCAS((int *)&d->top, t, t + 1) == t ? v : -2;  // ok: unreleased-publish
}
__device__ void push(Deque *d, int v) {
  int b = d->bottom;
  d->tasks[b] = v;
  __threadfence();
  d->bottom = b + 1;
}
__global__ void run(Deque *q, int *done) {
  if (threadIdx.x)
    return;
  for (int i = 0; i < 100; ++i) {
    int v = steal(q + (blockIdx.x + i) % gridDim.x);
    if (v >= 0) {
      done[v] = 1;
      if (v > 7)
        push(q + blockIdx.x, v / 2);
    }
  }
}
