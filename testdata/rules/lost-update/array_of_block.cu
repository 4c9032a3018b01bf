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

// Whichever array the block has: its own threads meet in one word.
__global__ void sumToOne(int *sent, int *received, const int *v) {
  int *mine = blockIdx.x == 0 ? sent : received;
  mine[0] += v[threadIdx.x]; // expect: lost-update
}

// A pointer that a loop moves on is no choice.
__global__ void headsOfRows(float *out, const float *v, int n, int rounds) {
  float *row = out + (size_t)blockIdx.x * n;
  for (int r = 0; r < rounds; ++r, row += (size_t)n * gridDim.x)
    row[0] += v[threadIdx.x]; // expect: lost-update
}

// Each block has its rounds, all of them begin at the first row.
__global__ void rowsFromTheFirst(float *out, const float *v, int n) {
  float *row = out;
  for (int r = blockIdx.x; r < n; r += gridDim.x, row += 16)
    row[threadIdx.x] += v[r]; // expect: lost-update
}
