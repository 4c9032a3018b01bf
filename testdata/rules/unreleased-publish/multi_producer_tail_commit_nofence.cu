struct Q {
  int reserve, commit;
  int items[1024];
};
__device__ void push(Q *q, int v) {
  int s = atomicAdd(&q->reserve, 1);
  q->items[s & 1023] = v;
  while (atomicCAS(&q->commit, s, s + 1) != s) {  // expect: unreleased-publish
  }
}
__global__ void run(Q *q, const int *in) {
  push(q, in[blockIdx.x * blockDim.x + threadIdx.x]);
}
__global__ void drain(Q *q, int *out, int n) {
  for (int i = 0; i < n; ++i) {
    while (*(volatile int *)&q->commit <= i) {
    }
    __threadfence();
    out[i] = q->items[i & 1023];
  }
}
