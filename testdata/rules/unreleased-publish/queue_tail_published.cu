__global__ void producer(int *q, int *tail, const int *src, int n) {
  if (threadIdx.x == 0)
    for (int i = 0; i < n; ++i) {
      q[i] = src[i];
      atomicAdd(tail, 1);  // expect: unreleased-publish
    }
}
__global__ void consumer(int *q, int *tail, int *out, int n) {
  for (int i = 0; i < n; ++i) {
    while (*(volatile int *)tail <= i) {  // expect: relaxed-poll
    }
    out[i] = q[i];
  }
}
