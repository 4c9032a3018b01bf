// Polls that the compiler may hoist: a plain load, or one with only a hint.

__global__ void plainLoad(const unsigned *ready, const float *in, float *out) {
  if (threadIdx.x == 0)
    while (*ready == 0) { // expect: weak-poll
    }
  __syncthreads();
  out[threadIdx.x] = in[threadIdx.x];
}

__global__ void cachedAtL2(const unsigned *ready, const float *in,
                           float *out) {
  if (threadIdx.x == 0)
    while (__ldcg(ready) == 0) { // expect: weak-poll
    }
  __syncthreads();
  out[threadIdx.x] = in[threadIdx.x];
}
