// One thread waits until the host has taken the last result, and leaves the
// next one; what the others read has nothing to do with that.
__global__ void summarise(int *rows, int *mailbox, int *out, int n, int clean) {
  if (blockIdx.x == 0) {
    for (int i = threadIdx.x; i < n; i += blockDim.x)
      rows[clean + i] = 0;
    __syncthreads();
    if (threadIdx.x == 0) {
      int sum = 0;
      for (int i = 0; i < n; ++i)
        sum += rows[i];
      while (*(volatile int *)mailbox != -1) { // ok: relaxed-poll
      }
      *mailbox = sum; // ok: unreleased-publish
    }
    for (int i = threadIdx.x; i < n; i += blockDim.x)
      out[i] = rows[n - 1 - i];
  }
}
