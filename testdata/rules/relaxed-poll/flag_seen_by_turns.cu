// Triangular systems with no loop that waits: each turn of a row's loop looks at whether the next unknown is there, uses it if it is, and comes back
// if it is not.
#include <cuda/atomic>

__global__ void lowerSolve(const int *__restrict__ begin, const int *__restrict__ column, const float *__restrict__ entry, const float *b,
                           float *unknown, int *known, int *next, int rows) {
  int row = atomicAdd(next, 1);
  if (row >= rows)
    return;
  float sum = 0;
  int at = begin[row];
  while (at < begin[row + 1]) {
    int c = column[at];
    while (known[c] == 1) { // expect: relaxed-poll
      sum += entry[at] * unknown[c];
      c = column[++at];
    }
    if (c == row) {
      unknown[row] = (b[row] - sum) / entry[at];
      __threadfence();
      known[row] = 1;
      ++at;
    }
  }
}

__global__ void lowerSolveInOrder(const int *__restrict__ begin, const int *__restrict__ column, const float *__restrict__ entry, const float *b,
                                  float *unknown, int *known, int *next, int rows) {
  int row = atomicAdd(next, 1);
  if (row >= rows)
    return;
  float sum = 0;
  int at = begin[row];
  while (at < begin[row + 1]) {
    int c = column[at];
    while (*(volatile int *)&known[c] == 1) { // ok: relaxed-poll
      __threadfence();
      sum += entry[at] * unknown[c];
      c = column[++at];
    }
    if (c == row) {
      unknown[row] = (b[row] - sum) / entry[at];
      __threadfence();
      known[row] = 1;
      ++at;
    }
  }
}

// The round of the solve is the flag's value, and the look is an atomic that changes nothing.
__global__ void solveInRounds(const int *__restrict__ first, const int *__restrict__ column, const float *b, float *unknown, int *known, int rows,
                              int round) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows)
    return;
  float sum = b[row];
  for (int at = first[row]; at < first[row + 1];) {
    int c = column[at];
    if (c == row) {
      unknown[row] = sum;
      __threadfence(); // ok: fence-in-poll
      atomicExch(&known[row], round);
      ++at;
    } else if (atomicAdd(&known[c], 0) == round) { // expect: relaxed-poll, rmw-poll
      sum -= unknown[c];
      ++at;
    }
  }
}

__global__ void solveInRoundsInOrder(const int *__restrict__ first, const int *__restrict__ column, const float *b, float *unknown, int *known,
                                     int rows, int round) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows)
    return;
  float sum = b[row];
  for (int at = first[row]; at < first[row + 1];) {
    int c = column[at];
    cuda::atomic_ref<int, cuda::thread_scope_device> there(known[c]);
    if (c == row) {
      unknown[row] = sum;
      there.store(round, cuda::memory_order_release);
      ++at;
    } else if (there.load(cuda::memory_order_acquire) == round) { // ok: relaxed-poll
      sum -= unknown[c];
      ++at;
    }
  }
}

// The value itself says that it is there: nothing else is read.
__global__ void valueIsFlag(const int *__restrict__ first, const int *__restrict__ column, const float *b, float *unknown, float *seen, int rows) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows)
    return;
  float sum = b[row];
  for (int at = first[row]; at < first[row + 1];) {
    int c = column[at];
    if (c == row) {
      seen[row] = sum;
      __threadfence();
      unknown[row] = sum;
      ++at;
    } else {
      float v = *(volatile float *)&unknown[c];
      if (v == v) { // ok: relaxed-poll
        sum -= v;
        ++at;
      }
    }
  }
}

// What the block's first thread has set is looked at by the block, behind a barrier.
__global__ void setByOwnBlock(const float *x, float *y, float *top, int *has, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (threadIdx.x == 0 && x[i] > 0) {
    top[blockIdx.x] = x[i];
    __threadfence();
    has[blockIdx.x] = 1;
  }
  __syncthreads();
  if (i < n && has[blockIdx.x] == 1) // ok: relaxed-poll
    y[i] = top[blockIdx.x];
}

// A plain look that only spares an exchange, whose winner acquires.
__global__ void takeIfThere(int *full, const int *__restrict__ place, float *slot, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int p = place[i];
  if (i % 2) {
    slot[p] = i;
    __threadfence();
    full[p] = 1;
  } else if (full[p] == 1) { // expect: mixed-access
    cuda::atomic_ref<int, cuda::thread_scope_device> word(full[p]);
    int one = 1;
    if (word.compare_exchange_strong(one, 2, cuda::memory_order_acquire))
      out[i] = slot[p];
  }
}

// A cache of what each thread can work out itself: no value is put in behind a fence.
__global__ void keptResults(float *kept, int *has, const int *__restrict__ key, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int k = key[i];
  if (has[k] == 1) { // ok: relaxed-poll
    out[i] = kept[k];
  } else {
    kept[k] = out[i] = sqrtf((float)k);
    has[k] = 1;
  }
}
