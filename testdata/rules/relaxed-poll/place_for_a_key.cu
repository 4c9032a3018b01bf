// A table in which a thread looks for its key or takes a free place. A
// compare-and-swap that fails has met another key, and the next look does not
// come to it again: nobody waits.
__global__ void countKeys(const int *keys, int n, int *table, float *sums,
                          int size, int *used) {
  if (threadIdx.x == 0)
    used[blockIdx.x] = 0;
  int first = blockIdx.x * size;
  for (int i = threadIdx.x; i < size; i += blockDim.x)
    table[first + i] = -1; // ok: mixed-access
  __syncthreads();
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    int key = keys[i];
    int at = first + key * 107 % size;
    while (true) {
      if (table[at] == key) { // expect: mixed-access
        atomicAdd(sums + at, 1.0f);
        break;
      } else if (table[at] == -1) {
        if (atomicCAS(table + at, -1, key) == -1) { // ok: relaxed-poll
          atomicAdd(sums + at, 1.0f);
          break;
        }
      } else {
        at = first + (at - first + 1) % size;
      }
    }
  }
  __syncthreads();
  for (int i = threadIdx.x; i < size; i += blockDim.x)
    if (table[first + i] != -1)
      table[first + atomicAdd(used + blockIdx.x, 1)] = table[first + i];
  __syncthreads();
  int count = used[blockIdx.x];
  if (threadIdx.x == 0)
    table[first] = count;
}

__global__ void fillMail(int *state, int *mail, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    mail[i] = i;
    __threadfence();
    atomicExch(state + i, 1);
  }
}

// Here the turn stays at its place until the mail has come.
__global__ void takeMail(int *state, const int *mail, int n, int *out) {
  for (int at = threadIdx.x; at < n;) {
    volatile int *here = state + at;
    if (*here == 1 && atomicCAS(state + at, 1, 2) == 1) { // expect: relaxed-poll
      out[at] = mail[at];
      at += blockDim.x;
    }
  }
}
