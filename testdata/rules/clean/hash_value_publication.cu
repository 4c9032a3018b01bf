struct KV {
  unsigned key;
  int val;
};
__global__ void build(KV *t, const unsigned *k, const int *v, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  unsigned h = k[i] & 4095;
  while (atomicCAS(&t[h].key, 0xffffffffu, k[i]) != 0xffffffffu)  // ok: relaxed-poll
    h = (h + 1) & 4095;
  t[h].val = v[i];
}
__global__ void probe(const KV *t, const unsigned *q, int *o, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  unsigned h = q[i] & 4095;
  while (t[h].key != q[i] && t[h].key != 0xffffffffu)
    h = (h + 1) & 4095;
  o[i] = t[h].key == q[i] ? t[h].val : -1;
}
