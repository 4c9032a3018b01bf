// A kernel that compares two arrays bit for bit is a test as well.
__global__ void spread(const float *x, const int *to, int n, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    atomicAdd(&out[to[i]], x[i]);
}

__global__ void double_all(const float *x, int n, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = 2 * x[i];
}

__global__ void differ(const float *a, const float *b, int n, unsigned *bad) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && a[i] != b[i]) // expect: float-atomic-exact-test
    atomicAdd(bad, 1u);
}

// Of two that no sums reach.
__global__ void differ_too(const float *a, const float *b, int n,
                           unsigned *bad) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && a[i] != b[i]) // ok: float-atomic-exact-test
    atomicAdd(bad, 1u);
}

__global__ void differ_much(const float *a, const float *b, int n, float bound,
                            unsigned *bad) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && fabsf(a[i] - b[i]) > bound) // ok: float-atomic-exact-test
    atomicAdd(bad, 1u);
}

// Runs of equal numbers, and numbers that are there at all: no test.
__global__ void runs(const float *a, int n, unsigned *count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i + 1 < n && a[i] != a[i + 1]) // ok: float-atomic-exact-test
    atomicAdd(count, 1u);
  if (i < n && a[i] != 0) // ok: float-atomic-exact-test
    atomicAdd(count + 1, 1u);
}

void check(const float *x, const int *to, int n, float *one, float *two,
           float *three, float *four, unsigned *bad) {
  spread<<<(n + 255) / 256, 256>>>(x, to, n, one);
  spread<<<(n + 255) / 256, 256>>>(x, to, n, two);
  differ<<<(n + 255) / 256, 256>>>(one, two, n, bad);
  differ_much<<<(n + 255) / 256, 256>>>(one, two, n, 1e-3f, bad);
  runs<<<(n + 255) / 256, 256>>>(one, n, bad);
  double_all<<<(n + 255) / 256, 256>>>(x, n, three);
  double_all<<<(n + 255) / 256, 256>>>(x, n, four);
  differ_too<<<(n + 255) / 256, 256>>>(three, four, n, bad);
}
