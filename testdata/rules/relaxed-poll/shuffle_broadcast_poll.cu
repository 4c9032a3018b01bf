__global__ void k(const volatile int *f, const float *d, float *o) {
  int v = 0, lane = threadIdx.x & 31;
  do {
    if (lane == 0)
      v = f[0];  // expect: relaxed-poll
    v = __shfl_sync(~0u, v, 0);
  } while (v == 0);
  o[threadIdx.x] = d[threadIdx.x];
}
