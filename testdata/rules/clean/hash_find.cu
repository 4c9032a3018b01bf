__global__ void find(const unsigned long long *keys, const int *vals,
                     const unsigned long long *q, int *out, int n,
                     unsigned cap) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  unsigned h = (unsigned)(q[i] >> 3) % cap;
  while (keys[h] != q[i]) {  // ok: relaxed-poll
    if (keys[h] == ~0ull) {
      out[i] = -1;
      return;
    }
    h = (h + 1) % cap;
  }
  out[i] = vals[h];
}
