// Two blocks, each with an array of its own.
__global__ void sumEach(int *sent, int *received, int n) {
  int *mine = blockIdx.x == 0 ? sent : received;
  int i = threadIdx.x;
  int v = i < n ? mine[i] : 0;
  for (int d = 1; d < 32; d *= 2) {
    int o = __shfl_up_sync(~0u, v, d);
    if (i >= d)
      v += o;
  }
  if (i < n)
    mine[i] = v; // ok: lost-update
}

// One array for all blocks.
__global__ void sumAll(int *sent, int *received, int n, bool back) {
  int *mine = back ? received : sent;
  int i = threadIdx.x;
  int v = i < n ? mine[i] : 0;
  if (i < n)
    mine[i] = v + (int)blockIdx.x; // expect: lost-update
}
