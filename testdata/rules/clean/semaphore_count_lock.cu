__device__ void down(int *s) {
  int v;
  do {  // ok: relaxed-poll
    v = *(volatile int *)s;
  } while (v <= 0 || atomicCAS(s, v, v - 1) != v);
  __threadfence();
}
__device__ void up(int *s) {
  __threadfence();
  atomicAdd(s, 1);
}
__global__ void k(int *s, int *shared_list, int *n, const int *x) {
  if (threadIdx.x == 0) {
    down(s);
    shared_list[*n] = x[blockIdx.x];
    *n += 1;
    up(s);
  }
}
