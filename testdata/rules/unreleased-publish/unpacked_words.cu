// Data and flag travel in one vector; what is unpacked goes into the same
// buffer, further on, and is nobody's flag.
__device__ void receive(unsigned *to, const unsigned *from, unsigned flag) {
  unsigned a, b, f, g;
  do {
    asm volatile("ld.volatile.global.v4.u32 {%0,%1,%2,%3}, [%4];"
                 : "=r"(a), "=r"(f), "=r"(b), "=r"(g)
                 : "l"(from));
  } while (f != flag || g != flag);
  to[0] = a; // ok: unreleased-publish
  to[1] = b; // ok: unreleased-publish
}
__global__ void reduceFirst(unsigned *buffer, float *out, const float *in,
                            int peers, unsigned flag) {
  if (threadIdx.x == 0) {
    out[0] = in[0];
    for (int i = 1; i < peers; ++i) {
      receive(buffer + 8, buffer + 8 * (i + 2), flag);
      out[0] += __uint_as_float(buffer[8]);
    }
  }
}

// A pair of value and flag in one word, whose half is waited for, announces
// what was stored before it.
__device__ float letter;
__device__ unsigned long long pair;

__global__ void sendPair(float what, unsigned round) {
  if (threadIdx.x == 0) {
    letter = what;
    pair = (7ull << 32) | round; // expect: unreleased-publish
  }
}
__global__ void awaitHalf(float *out) {
  if (threadIdx.x == 0) {
    while (*(volatile unsigned *)&pair == 0) {
    }
    __threadfence();
    out[0] = letter;
  }
}

// The same of a slot among many: which bytes are waited for is not known.
__device__ unsigned long long pairs[32];

__global__ void sendSlot(float what, int k) {
  if (threadIdx.x == 0) {
    letter = what;
    pairs[k] = (7ull << 32) | 1; // miss: unreleased-publish — of a slot at an index, which bytes are waited for is not known
  }
}
__global__ void awaitSlot(float *out, int k) {
  if (threadIdx.x == 0) {
    while (*(volatile unsigned *)&pairs[k] == 0) {
    }
    __threadfence();
    out[0] = letter;
  }
}
