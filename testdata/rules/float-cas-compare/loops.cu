__device__ double addDouble(double *p, double v) {
  unsigned long long *bits = (unsigned long long *)p;
  double old = *p, assumed;
  do {
    assumed = old;
    old = __longlong_as_double(atomicCAS(bits, __double_as_longlong(assumed), __double_as_longlong(assumed + v)));
  } while (assumed != old); // expect: float-cas-compare
  return old;
}
__device__ double addDoubleFixed(double *p, double v) {
  unsigned long long *bits = (unsigned long long *)p;
  unsigned long long old = *bits, assumed;
  do {
    assumed = old;
    old = atomicCAS(bits, assumed, __double_as_longlong(__longlong_as_double(assumed) + v));
  } while (assumed != old);
  return __longlong_as_double(old);
}

__device__ void clampAdd(float *p, float v) {
  float old = *p;
  for (;;) {
    float next = fminf(old + v, 1.0f);
    float seen = __uint_as_float(atomicCAS((unsigned *)p, __float_as_uint(old), __float_as_uint(next)));
    if (seen == old) // expect: float-cas-compare
      break;
    old = seen;
  }
}
__device__ void clampAddFixed(float *p, float v) {
  unsigned old = __float_as_uint(*p);
  for (;;) {
    unsigned next = __float_as_uint(fminf(__uint_as_float(old) + v, 1.0f));
    unsigned seen = atomicCAS((unsigned *)p, old, next);
    if (seen == old)
      break;
    old = seen;
  }
}

// A maximum stops early on a float comparison of other values: that is fine.
__device__ void maximum(float *p, float v) {
  int old = __float_as_int(*p);
  while (__int_as_float(old) < v) {
    int assumed = old;
    old = atomicCAS((int *)p, assumed, __float_as_int(v));
    if (assumed == old)
      break;
  }
}

// One try: no loop that could hang.
__device__ bool tryScale(float *p, float factor) {
  float old = *p;
  return __int_as_float(atomicCAS((int *)p, __float_as_int(old), __float_as_int(old * factor))) == old;
}

__global__ void all(double *d, float *f, const int *at) {
  int i = at[threadIdx.x];
  addDouble(d + i, 1.5);
  addDoubleFixed(d + i, 1.5);
  clampAdd(f + i, 0.25f);
  clampAddFixed(f + i, 0.25f);
  maximum(f + i, 0.25f);
  if (!tryScale(f + i, 0.25f))
    f[i] = 0;
}
