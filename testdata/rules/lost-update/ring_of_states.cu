// States of a generator, one for each thread: as many as a block can have, or
// fewer than that.

struct Generator {
  unsigned counter, word;
};

__device__ Generator many[1 << 20], few[64];

__device__ unsigned draw(Generator *g) {
  g->counter += 362437u; // expect: lost-update
  return g->counter ^ g->word;
}

__device__ unsigned drawWide(Generator *g) {
  g->counter += 362437u; // ok: lost-update
  return g->counter ^ g->word;
}

__global__ void wide(unsigned *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = drawWide(&many[i % (1 << 20)]);
}

__global__ void masked(unsigned *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = drawWide(&many[i & 0xfffff]);
}

__global__ void narrow(unsigned *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = draw(&few[i % 64]);
}
