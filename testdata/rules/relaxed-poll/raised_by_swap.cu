// Blocks of several devices meet before they start: each raises a word of its
// peer by compare-and-swap and waits until its own is up. The input is nobody
// else's; what peers have written is.
__device__ void meet(int **words, int rank, int peers) {
  if (threadIdx.x < peers) {
    int *theirs = words[threadIdx.x] + blockIdx.x * peers + rank;
    while (atomicCAS_system(theirs, 0, 1) != 0) { // ok: relaxed-poll
    }
    int *mine = words[rank] + blockIdx.x * peers + threadIdx.x;
    while (atomicCAS_system(mine, 1, 0) != 1) { // ok: relaxed-poll
    }
  }
  __syncthreads();
}

__global__ void push(int **words, float **out, const float *in, int n, int rank,
                     int peers) {
  meet(words, rank, peers);
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    out[i % peers][i] = in[i];
}

// A lock that is taken by the same swap is no such meeting.
__device__ void withLock(int *lock, int *count) {
  while (atomicCAS_system(lock, 0, 1) != 0) {
  }
  __threadfence_system();
  *count += 1;
  __threadfence_system();
  atomicExch_system(lock, 0);
}

__global__ void lockThenTake(int *lock, int *count, int *flag,
                             const float *data, float *out) {
  if (threadIdx.x == 0) {
    withLock(lock, count);
    while (*(volatile int *)flag == 0) { // expect: relaxed-poll
    }
    out[0] = data[0];
  }
}
