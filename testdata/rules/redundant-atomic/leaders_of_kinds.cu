// A vote parts the lanes of a warp by what they hold: each group has a leader,
// and several leaders of one warp add to the element of the warp.
__global__ void leaderOfEachKind(const int *kind, const float *v, const float *scale, float *of_kinds, int n) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned lane = threadIdx.x & 31;
  if (i >= n)
    return;
  unsigned same = __match_any_sync(0xffffffffu, kind[i]);
  float sum = __popc(same) * v[i] * scale[i / 32];
  if (lane == __ffs(same) - 1)
    atomicAdd(&of_kinds[i / 32], sum); // ok: redundant-atomic
}

// Of all lanes that are there, one leads.
__global__ void leaderOfWarp(const float *v, const float *scale, float *of_warps, int n) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned lane = threadIdx.x & 31;
  if (i >= n)
    return;
  float sum = v[i] * scale[i / 32];
  for (int d = 16; d > 0; d >>= 1)
    sum += __shfl_xor_sync(0xffffffffu, sum, d);
  if (lane == 0)
    atomicAdd(&of_warps[i / 32], sum); // expect: redundant-atomic
}

// Blocks that overlap: the stride from one to the next is not their size.
__global__ void strideOfHost(const float *v, const float *scale, float *of_steps, int stride) {
  unsigned i = blockIdx.x * stride + threadIdx.x;
  unsigned lane = threadIdx.x & 31;
  float sum = v[i] * scale[i / 32];
  for (int d = 16; d > 0; d >>= 1)
    sum += __shfl_xor_sync(0xffffffffu, sum, d);
  if (lane == 0)
    atomicAdd(&of_steps[i / 32], sum); // ok: redundant-atomic
}
