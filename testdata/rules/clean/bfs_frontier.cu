__global__ void bfs(const int *row, const int *col, int *dist, const int *cur,
                    int nCur, int *nxt, int *nNxt, int d) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= nCur)
    return;
  int u = cur[i];
  for (int e = row[u]; e < row[u + 1]; ++e)
    if (atomicCAS(&dist[col[e]], -1, d) == -1)  // ok: unreleased-publish
      nxt[atomicAdd(nNxt, 1)] = col[e];
}
