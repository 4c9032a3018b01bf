// Plain accesses beside atomics, each with its repaired or ordered twin.

__global__ void degrees(const int *edge, int m, int *degree, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    degree[i] = 0; // expect: mixed-access
  __syncthreads();
  if (i < m)
    atomicAdd(&degree[edge[i]], 1);
}

__global__ void degreesFixed(const int *edge, int m, int *degree) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < m)
    atomicAdd(&degree[edge[i]], 1); // ok: mixed-access
}

__global__ void mean(const float *x, int n, float *sum, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    atomicAdd(sum, x[i]); // expect: contended-atomic
  __syncthreads();
  if (i == 0)
    *out = *sum / n; // expect: mixed-access
}

__global__ void peel(const int *from, const int *to, int m, int k, int *degree) {
  int e = blockIdx.x * blockDim.x + threadIdx.x;
  if (e < m && degree[from[e]] < k) // expect: mixed-access
    atomicSub(&degree[to[e]], 1);
}

__global__ void peelFixed(const int *from, const int *to, int m, int k, const int *before, int *degree) {
  int e = blockIdx.x * blockDim.x + threadIdx.x;
  if (e < m && before[from[e]] < k) // ok: mixed-access
    atomicSub(&degree[to[e]], 1);
}

__global__ void blockBins(const unsigned *key, unsigned *out) {
  __shared__ unsigned local[64];
  if (threadIdx.x < 64)
    local[threadIdx.x] = 0; // expect: mixed-access
  atomicAdd(&local[key[blockIdx.x * blockDim.x + threadIdx.x] % 64], 1u);
  __syncthreads();
  if (threadIdx.x < 64)
    out[blockIdx.x * 64 + threadIdx.x] = local[threadIdx.x];
}

__global__ void blockBinsFixed(const unsigned *key, unsigned *out) {
  __shared__ unsigned local[64];
  if (threadIdx.x < 64)
    local[threadIdx.x] = 0;
  __syncthreads();
  atomicAdd(&local[key[blockIdx.x * blockDim.x + threadIdx.x] % 64], 1u);
  __syncthreads();
  if (threadIdx.x < 64)
    out[blockIdx.x * 64 + threadIdx.x] = local[threadIdx.x]; // ok: mixed-access
}

__global__ void scaled(const float *x, float *scale, float *y, float c) {
  if (blockIdx.x == 0 && threadIdx.x == 0)
    *scale = c / gridDim.x; // expect: mixed-access
  __syncthreads();
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  y[i] = x[i] * *scale;
}

// What each thread has to itself.
__global__ void own(const float *x, float *acc, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  atomicAdd(&acc[i], x[i]); // expect: redundant-atomic
  out[i] = acc[i]; // ok: mixed-access
}

// The last block, by its ticket, reads and clears.
__global__ void lastBlock(const int *x, int *sum, unsigned *done, int *out) {
  __shared__ bool last;
  if (threadIdx.x == 0) {
    atomicAdd(sum, x[blockIdx.x]);
    __threadfence();
    last = atomicAdd(done, 1u) == gridDim.x - 1;
    __threadfence();
  }
  __syncthreads();
  if (last && threadIdx.x == 0) {
    *out = *sum; // ok: mixed-access
    *sum = 0;
    *done = 0;
  }
}

// An update loop checks what it has read.
__global__ void product(float *p, const float *x) {
  int *bits = (int *)p;
  int old = *bits, seen; // ok: mixed-access
  float v = x[blockIdx.x * blockDim.x + threadIdx.x];
  while ((seen = atomicCAS(bits, old, __float_as_int(v * __int_as_float(old)))) != old) // expect: contended-atomic
    old = seen;
}

// Two halves of one buffer.
__global__ void halves(const int *to, int *rank, int n, int turn) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    atomicAdd(&rank[(1 - turn) * n + to[i]], rank[turn * n + i]); // ok: mixed-access
}

// The value goes into the update of another vertex.
__global__ void lower(const int *tail, const int *head, int m, int *far) {
  int e = blockIdx.x * blockDim.x + threadIdx.x;
  if (e < m)
    atomicMin(&far[head[e]], far[tail[e]] + 1); // expect: mixed-access
}

// All threads of the block skip the update, or none.
__global__ void skipped(const float *model, int turns, int *out) {
  __shared__ int misses;
  for (int turn = blockIdx.x; turn < turns; turn += gridDim.x) {
    if (threadIdx.x == 0)
      misses = 0; // ok: mixed-access
    __syncthreads();
    if (model[turn] < 0.f)
      continue;
    if (model[turn + threadIdx.x] > 1.f)
      atomicAdd(&misses, 1);
    __syncthreads();
    if (threadIdx.x == 0)
      out[turn] = misses;
  }
}

// Every block clears, fills and reads a part of the buffer that is its own.
__global__ void ownPart(const int *key, const float *x, float *buffer,
                        float *sum, int bins) {
  float *mine = buffer + (size_t)blockIdx.x * bins;
  for (int i = threadIdx.x; i < bins; i += blockDim.x)
    mine[i] = 0.f; // ok: mixed-access
  __syncthreads();
  int e = blockIdx.x * blockDim.x + threadIdx.x;
  atomicAdd(&mine[key[e]], x[e]);
  __syncthreads();
  for (int i = threadIdx.x; i < bins; i += blockDim.x)
    atomicAdd(&sum[i], mine[i]); // ok: mixed-access
}

// The same buffer for all blocks.
__global__ void commonPart(const int *key, const float *x, float *buffer,
                           float *sum, int bins) {
  for (int i = threadIdx.x; i < bins; i += blockDim.x)
    buffer[i] = 0.f; // expect: mixed-access
  __syncthreads();
  int e = blockIdx.x * blockDim.x + threadIdx.x;
  atomicAdd(&buffer[key[e]], x[e]);
  __syncthreads();
  for (int i = threadIdx.x; i < bins; i += blockDim.x)
    atomicAdd(&sum[i], buffer[i]); // expect: mixed-access
}

// All threads of the block leave a round alike, and each round that adds ends
// at a barrier.
__global__ void rounds(const unsigned *__restrict__ graph, unsigned size,
                       unsigned degree, unsigned *out) {
  __shared__ unsigned count[128];
  for (unsigned k = threadIdx.x; k < 128; k += blockDim.x)
    count[k] = 0;
  __syncthreads();
  for (unsigned d = 0; d < degree; ++d) {
    unsigned v = graph[d + degree * blockIdx.x];
    if (v >= size)
      continue;
    for (unsigned k = threadIdx.x; k < degree; k += blockDim.x)
      if (graph[k + degree * v] > 7)
        atomicAdd(&count[graph[k + degree * v] % 128], 1u);
    __syncthreads();
  }
  for (unsigned k = threadIdx.x; k < 128; k += blockDim.x)
    out[k + 128 * blockIdx.x] = count[k]; // ok: mixed-access
}

// The rounds end at no barrier.
__global__ void openRounds(const unsigned *__restrict__ graph, unsigned size,
                           unsigned degree, unsigned *out) {
  __shared__ unsigned count[128];
  for (unsigned k = threadIdx.x; k < 128; k += blockDim.x)
    count[k] = 0;
  __syncthreads();
  for (unsigned d = 0; d < degree; ++d) {
    unsigned v = graph[d + degree * blockIdx.x];
    if (v >= size)
      continue;
    for (unsigned k = threadIdx.x; k < degree; k += blockDim.x)
      if (graph[k + degree * v] > 7)
        atomicAdd(&count[graph[k + degree * v] % 128], 1u);
  }
  for (unsigned k = threadIdx.x; k < 128; k += blockDim.x)
    out[k + 128 * blockIdx.x] = count[k]; // expect: mixed-access
}

// Two members of a member: neighbours, no union.
struct Text {
  const char *start;
  int length;
};
struct Entry {
  Text key;
  int count;
};
__global__ void claim(Entry *table, const char *text, int length, int size) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int slot = (i * 7919) % size;
  if (atomicCAS(&table[slot].key.length, 0, length) == 0)
    table[slot].key.start = text + i; // ok: mixed-access
}
