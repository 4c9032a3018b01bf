// Atomics in one branch, a comparison and a plain store in the other. What the
// atomic returned says nothing of the plain store, not even a turn later.
__global__ void lower(const int *to, const int *cost, int n, int *best, int light, bool *changed) {
  for (int e = blockIdx.x * blockDim.x + threadIdx.x; e < n; e += gridDim.x * blockDim.x) {
    int c = cost[e];
    if (c < light) {
      if (atomicMin(&best[to[e]], c) > c) *changed = true;
    } else if (c < best[to[e]]) {
      best[to[e]] = c; // expect: lost-update
      *changed = true;
    }
  }
}
__global__ void lower_all(const int *to, const int *cost, int n, int *best, bool *changed) {
  for (int e = blockIdx.x * blockDim.x + threadIdx.x; e < n; e += gridDim.x * blockDim.x)
    if (atomicMin(&best[to[e]], cost[e]) > cost[e]) *changed = true; // ok: lost-update
}

// Behind a place that the atomic gave: one thread alone.
__global__ void lower_claimed(const int *to, const int *cost, int n, int *taken, int *best) {
  for (int e = blockIdx.x * blockDim.x + threadIdx.x; e < n; e += gridDim.x * blockDim.x)
    if (atomicExch(&taken[to[e]], 1) == 0)
      if (cost[e] < best[to[e]])
        best[to[e]] = cost[e]; // ok: lost-update
}
