struct Q {
  int reserve, commit;
  int items[1024];
};
__device__ void push(Q *q, int v) {
  int s = atomicAdd(&q->reserve, 1);  // ok: unreleased-publish
  q->items[s & 1023] = v;
  __threadfence();
  while (atomicCAS(&q->commit, s, s + 1) != s) {
  }
}
__global__ void run(Q *q, const int *in) {
  push(q, in[blockIdx.x * blockDim.x + threadIdx.x]);
}
