// A ring between two blocks: the receiver copies each slot away, then tells
// the sender that it is free.
struct Ring {
  unsigned long long head, tail;
};

__device__ ulonglong2 readPair(const unsigned long long *at) {
  ulonglong2 v;
  asm volatile("ld.volatile.global.v2.u64 {%0,%1}, [%2];" : "=l"(v.x), "=l"(v.y) : "l"(at) : "memory");
  return v;
}
__device__ void writePair(unsigned long long *at, ulonglong2 v) {
  asm volatile("st.volatile.global.v2.u64 [%2], {%0,%1};" ::"l"(v.x), "l"(v.y), "l"(at) : "memory");
}

__global__ void throughRing(unsigned long long *slots, Ring *ring, const unsigned long long *from,
                            unsigned long long *to, unsigned rounds) {
  unsigned lane = threadIdx.x % 32;
  for (unsigned long long step = 0; step < rounds; ++step) {
    unsigned long long *slot = slots + (step % 4) * 64;
    if (blockIdx.x == 0) {
      while (*(volatile unsigned long long *)&ring->tail + 4 < step + 1) { // ok: relaxed-poll
      }
      __syncthreads();
      ulonglong2 v = readPair(from + step * 64 + 2 * lane);
      v.y = step + 1;
      writePair(slot + 2 * lane, v);
    } else {
      ulonglong2 v;
      do {
        v = readPair(slot + 2 * lane);
      } while (v.y != step + 1);
      writePair(to + step * 64 + 2 * lane, v);
      __syncthreads();
      if (threadIdx.x == 0)
        atomicAdd_system(&ring->tail, 1ull); // ok: unreleased-publish
    }
  }
}

// Here the sender goes on to read what the receiver made of it.
__global__ void andBack(unsigned long long *slots, Ring *ring, unsigned long long *made,
                        unsigned long long *out, unsigned rounds) {
  unsigned lane = threadIdx.x % 32;
  for (unsigned long long step = 0; step < rounds; ++step) {
    unsigned long long *slot = slots + (step % 4) * 64;
    if (blockIdx.x == 0) {
      ulonglong2 v = {step, step + 1};
      writePair(slot + 2 * lane, v);
      __syncthreads();
      if (threadIdx.x == 0)
        while (*(volatile unsigned long long *)&ring->tail < step + 1) { // expect: relaxed-poll
        }
      __syncthreads();
      out[step * 32 + lane] = made[step * 32 + lane];
    } else {
      ulonglong2 v;
      do {
        v = readPair(slot + 2 * lane);
      } while (v.y != step + 1);
      made[step * 32 + lane] = v.x * 3;
      __syncthreads();
      if (threadIdx.x == 0)
        atomicAdd_system(&ring->tail, 1ull); // expect: unreleased-publish
    }
  }
}

// All words of the ring lie in one buffer; the sums of the receiver are for
// nobody who waits here.
__device__ void drain(unsigned *ring, float *sums, int channel, unsigned total, int mode) {
  unsigned *head = ring + channel, *tail = ring + 64 + channel;
  float *slots = reinterpret_cast<float *>(ring + 128) + channel * 256;
  if (mode == 0) {
    for (unsigned sent = 0; sent < total; ++sent) {
      unsigned gone;
      do {
        asm volatile("ld.volatile.global.u32 %0, [%1];" : "=r"(gone) : "l"(head) : "memory");
      } while (sent - gone >= 8);
      slots[sent % 8 * 32 + threadIdx.x] = sent;
      __syncwarp();
      if (threadIdx.x == 0)
        asm volatile("st.release.sys.global.u32 [%0], %1;" ::"l"(tail), "r"(sent + 1) : "memory");
    }
    return;
  }
  for (unsigned got = 0; got < total; ++got) {
    unsigned there;
    do {
      asm volatile("ld.acquire.sys.global.u32 %0, [%1];" : "=r"(there) : "l"(tail) : "memory");
    } while (there <= got);
    sums[got * 32 + threadIdx.x] = slots[got % 8 * 32 + threadIdx.x];
    __syncwarp();
    if (threadIdx.x == 0)
      asm volatile("st.relaxed.sys.global.u32 [%0], %1;" ::"l"(head), "r"(got + 1) : "memory"); // ok: unreleased-publish
  }
}
__global__ void drainAll(unsigned **rings, float *sums, unsigned total) {
  drain(rings[blockIdx.x], sums, blockIdx.x / 2, total, blockIdx.x % 2);
}
