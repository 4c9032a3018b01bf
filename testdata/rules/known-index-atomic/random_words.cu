// Words chosen by a hash or by a thread's own random numbers: which threads meet
// where is known no better than for an index that is read.
__device__ unsigned step(unsigned s) {
  s ^= s << 13;
  s ^= s >> 17;
  return s ^ (s << 5);
}

__global__ void scatter(unsigned *table, unsigned mask, int rounds) {
  unsigned s = blockIdx.x * blockDim.x + threadIdx.x + 1;
  for (int r = 0; r < rounds; ++r) {
    s = step(s);
    atomicXor(&table[s & mask], s); // ok: known-index-atomic
  }
}

__global__ void scatterCongruential(float *table, unsigned n, int rounds) {
  unsigned s = blockIdx.x * blockDim.x + threadIdx.x;
  for (int r = 0; r < rounds; ++r) {
    s = s * 1664525u + 1013904223u;
    atomicAdd(&table[s % n], 1.0f); // ok: known-index-atomic
  }
}

__global__ void sketch(float *table, unsigned n, const float *in) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned h = i ^ (i >> 16);
  h *= 0x45d9f3bu;
  h ^= h >> 16;
  atomicAdd(&table[h % n], in[i]); // ok: known-index-atomic
}

// The same sums into words that follow from the index.
__global__ void sketchOfRest(float *table, unsigned n, const float *in) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  atomicAdd(&table[i % n], in[i]); // expect: known-index-atomic
}
