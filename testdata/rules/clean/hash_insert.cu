__global__ void insert(unsigned long long *keys, int *vals,
                       const unsigned long long *k, const int *v, int n,
                       unsigned cap) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  unsigned h = (unsigned)(k[i] * 0x9E3779B97F4A7C15ull >> 40) % cap;
  while (true) {  // ok: relaxed-poll
    unsigned long long old = atomicCAS(&keys[h], ~0ull, k[i]);
    if (old == ~0ull || old == k[i]) {
      vals[h] = v[i];
      return;
    }
    h = (h + 1) % cap;
  }
}
