struct BNode {
  int parent, l, r;
  float lo, hi;
};
__global__ void refit(BNode *n, int *visits, const float2 *leaf, int nl) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= nl)
    return;
  n[i].lo = leaf[i].x;
  n[i].hi = leaf[i].y;
  int p = n[i].parent;
  while (p >= 0) {  // ok: relaxed-poll
    __threadfence();
    if (atomicAdd(&visits[p], 1) == 0)
      return;
    __threadfence();
    n[p].lo = fminf(n[n[p].l].lo, n[n[p].r].lo);
    n[p].hi = fmaxf(n[n[p].l].hi, n[n[p].r].hi);
    p = n[p].parent;
  }
}
