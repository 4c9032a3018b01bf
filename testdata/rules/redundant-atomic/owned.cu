// Words of one thread, tickets, and pairs of which one suffices.

__global__ void store(const float *x, float *y, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
       i += gridDim.x * blockDim.x)
    atomicExch(&y[i], x[i]); // expect: redundant-atomic
}
__global__ void plainStore(const float *x, float *y, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
       i += gridDim.x * blockDim.x)
    y[i] = x[i]; // ok: redundant-atomic
}

// A row of its own, added element by element.
__global__ void rowOfThread(const float *a, const float *x, float *y, int n) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r < n)
    for (int c = 0; c < n; ++c)
      atomicAdd(&y[r], a[r * n + c] * x[c]); // expect: redundant-atomic
}

// Others come to the array by the data.
__global__ void symmetric(const int *other, float *degree, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  atomicExch(&degree[i], 1.0f); // ok: redundant-atomic
  atomicAdd(&degree[other[i]], 1.0f); // ok: redundant-atomic, contended-atomic
}

// The host looks at it while the kernel runs.
__global__ void progress(int *slot) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  atomicExch_system(&slot[i], 1); // ok: redundant-atomic
}

// One ticket an element.
__global__ void append(const int *x, int *out, int *count, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && x[i] > 0)
    out[atomicAdd(count, 1)] = x[i]; // expect: redundant-atomic
}

// Two additions to one word.
__global__ void twice(const int *key, const float *x, float *sum, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    int k = key[i];
    atomicAdd(&sum[k], x[i]);
    atomicAdd(&sum[k], 1.0f); // expect: redundant-atomic
  }
}
__global__ void once(const int *key, const float *x, float *sum, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    atomicAdd(&sum[key[i]], x[i] + 1.0f); // ok: redundant-atomic
}

// Asks with an atomic for what the one before returned.
__global__ void asks(const int *key, int *left, int *done, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    int k = key[i];
    atomicSub(&left[k], 1);
    if (atomicAdd(&left[k], 0) == 0) // expect: redundant-atomic
      done[k] = 1;
  }
}

// A counting sort: the rank is drawn again.
__global__ void count(const int *key, int *counts, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    atomicAdd(&counts[key[i]], 1);
}
__global__ void place(const int *key, int *offset, int *order, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    order[atomicAdd(&offset[key[i]], 1)] = i; // expect: redundant-atomic
}

// One addition to a word of its own.
__global__ void addToOwn(float f, const float *x, float *own, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    atomicAdd(&own[i], f * x[i]); // expect: redundant-atomic
}
__global__ void addPlainly(float f, const float *x, float *own2, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    own2[i] += f * x[i]; // ok: redundant-atomic
}
// Two kernels that may run side by side add to one array.
__global__ void gradientOfPoints(const float *x, float *grad, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    atomicAdd(&grad[i], x[i]); // ok: redundant-atomic
}
__global__ void gradientOfEdges(const int *to, const float *x, float *grad, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    atomicAdd(&grad[to[i]], x[i]); // ok: redundant-atomic
}
