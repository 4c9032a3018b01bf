// Whose memory a table points into, by its name alone and by more.

// The names speak of peers, the flag is one of this GPU: no more than a
// warning, and it names what is stored here.
__global__ void namedSo(float **peer_rows, float *mine, volatile unsigned *ready,
                        const float *in, int r) {
  mine[threadIdx.x] = in[threadIdx.x];
  peer_rows[r][threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  if (threadIdx.x == 0)
    *ready = 1u; // expect: unreleased-publish
}

__global__ void takesIt(float *mine, volatile unsigned *ready, float *out) {
  if (threadIdx.x == 0)
    while (*ready == 0u) {
    }
  __syncthreads();
  __threadfence();
  out[threadIdx.x] = mine[threadIdx.x];
}
