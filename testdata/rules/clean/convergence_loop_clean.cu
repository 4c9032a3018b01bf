__global__ void relax(const int *src, const int *dst, int *dist, int m,
                      bool *changed) {
  __shared__ bool again;
  do {  // ok: relaxed-poll
    if (threadIdx.x == 0)
      again = false;
    __syncthreads();
    for (int e = threadIdx.x; e < m; e += blockDim.x)
      if (dist[src[e]] + 1 < dist[dst[e]]) {
        atomicMin(&dist[dst[e]], dist[src[e]] + 1);
        again = true;
      }
    __syncthreads();
  } while (again);
  if (threadIdx.x == 0)
    *changed = again;
}
