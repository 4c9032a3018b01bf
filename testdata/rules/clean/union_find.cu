__device__ int root(int *p, int x) {
  int c = ((volatile int *)p)[x];
  while (c != x) {  // ok: relaxed-poll
    x = c;
    c = ((volatile int *)p)[x];
  }
  return x;
}
__global__ void unite(int *parent, const int2 *e, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int a = root(parent, e[i].x), b = root(parent, e[i].y);
  while (a != b) {
    if (a < b) {
      int t = a;
      a = b;
      b = t;
    }
    int old = atomicCAS(&parent[a], a, b);
    if (old == a)
      break;
    a = root(parent, old);
    b = root(parent, b);
  }
}
