// A plain flag with a bound on the time beside it, by two branches and by one.

__global__ void twoBranches(int *flag, int *out, long long limit) {
  long long start = clock64();
  while (*flag == 0 && clock64() - start < limit) { // expect: weak-poll
  }
  *out = 1;
}

__global__ void oneBranch(int *flag, int *out, long long limit) {
  long long start = clock64();
  while ((*flag == 0) & (clock64() - start < limit)) { // expect: weak-poll
  }
  *out = 1;
}

__global__ void repaired(int *flag, int *out, long long limit) {
  long long start = clock64();
  while ((*(volatile int *)flag == 0) & (clock64() - start < limit)) { // ok: weak-poll
  }
  *out = 1;
}
