// Each thread of one block waits until the host has taken its last count, and
// leaves the next: its own words, in memory of the host.
__global__ void report(int *total_mapped, int *counts_mapped, const int *sums,
                       int *prefix, int n) {
  if (blockIdx.x == 0) {
    int t = threadIdx.x;
    if (t == 0) {
      int all = 0;
      for (int i = 0; i < n; ++i) {
        all += sums[i];
        prefix[i] = all;
      }
      while (*(volatile int *)total_mapped != -1) {
      }
      *total_mapped = all; // ok: unreleased-publish
    }
    if (t < n) {
      while (*(volatile int *)(counts_mapped + t) != -1) {
      }
      counts_mapped[t] = sums[t]; // ok: unreleased-publish
    }
  }
}
