// The block keeps its round in the table in which it is also told of others.
__device__ unsigned *place(unsigned **table, int kind) { return table[kind] + 8; }

__global__ void roundKept(unsigned **table, unsigned **peers, float *out, const float *in, int rank) {
  unsigned *state = place(table, 0);
  unsigned round = state[blockIdx.x];
  out[blockIdx.x * blockDim.x + threadIdx.x] = in[threadIdx.x] * round;
  __syncthreads();
  if (threadIdx.x == 0) {
    __threadfence_system();
    *(volatile unsigned *)(peers[1] + 64 + blockIdx.x) = round + 1;
    while (*(volatile unsigned *)(place(table, 0) + 64 + blockIdx.x) != round + 1) {
    }
    place(table, 0)[blockIdx.x] = round + 1; // ok: unreleased-publish
  }
}

// Who takes his own arrivals back ends nobody's wait.
__global__ void countsDown(unsigned *turn, unsigned **arrivals, int self, int other, unsigned peers) {
  turn[0] = 0;
  atomicAdd(arrivals[other], 1u); // expect: unreleased-publish
  while (*(volatile unsigned *)arrivals[self] < peers) {
  }
  atomicSub(arrivals[self], peers); // ok: unreleased-publish
}
