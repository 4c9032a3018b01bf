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

// A ring is wide for consecutive numbers alone.
__global__ void strided(unsigned *out) {
  out[threadIdx.x] = draw(&many[(threadIdx.x * 64) & 1023]);
}

__global__ void hashed(unsigned *out) {
  unsigned h = threadIdx.x * 2654435761u;
  out[threadIdx.x] = draw(&many[(h ^ h >> 15) % 4096]);
}

__global__ void fromABase(unsigned *out, const unsigned *head) {
  unsigned first = *head;
  out[threadIdx.x] = drawWide(&many[(first + threadIdx.x) % 1024]);
}
