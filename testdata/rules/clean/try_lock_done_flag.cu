__global__ void insert(int *locks, int *heads, int *next, const int *key,
                       int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int b = key[i] & 1023;
  bool done = false;
  while (!done) {  // ok: relaxed-poll
    if (atomicCAS(&locks[b], 0, 1) == 0) {
      __threadfence();
      next[i] = heads[b];
      heads[b] = i;
      __threadfence();
      atomicExch(&locks[b], 0);
      done = true;
    }
  }
}
