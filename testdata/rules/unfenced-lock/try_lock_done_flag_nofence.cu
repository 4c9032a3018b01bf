__global__ void insert(int *locks, int *heads, int *next, const int *key,
                       int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int b = key[i] & 1023;
  bool done = false;
  while (!done) {
    if (atomicCAS(&locks[b], 0, 1) == 0) {  // expect: unfenced-lock
      next[i] = heads[b];
      heads[b] = i;
      atomicExch(&locks[b], 0);  // expect: unfenced-lock
      done = true;
    }
  }
}
