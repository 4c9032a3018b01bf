// What a kernel notes of its own time is for a profile, whoever waits.
__global__ void stamped(long long *start, unsigned *round, unsigned *flag, unsigned n) {
  if (threadIdx.x == 0) {
    start[blockIdx.x] = clock64();
    asm volatile("st.volatile.global.u32 [%0], %1;" ::"l"(flag), "r"(n) : "memory"); // ok: unreleased-publish
    while (*(volatile unsigned *)round != n) { // ok: relaxed-poll
    }
  }
}

struct Note {
  unsigned long long count;
  long long time;
};
__global__ void stampedRecord(Note *note, unsigned *flag, unsigned n) {
  if (threadIdx.x == 0) {
    note[blockIdx.x].count = n;
    note[blockIdx.x].time = clock64();
    asm volatile("st.volatile.global.u32 [%0], %1;" ::"l"(flag), "r"(n) : "memory"); // ok: unreleased-publish
  }
}

__global__ void counted(unsigned *count, unsigned *flag, unsigned n) {
  if (threadIdx.x == 0) {
    count[blockIdx.x] = n + 1;
    asm volatile("st.volatile.global.u32 [%0], %1;" ::"l"(flag), "r"(n) : "memory"); // expect: unreleased-publish
  }
}

// The first to come notes when it began; nobody waits for that.
__device__ unsigned long long began[128];
__global__ void limited(int *found, const int *in, unsigned place, unsigned long long budget) {
  found[threadIdx.x] = in[threadIdx.x];
  for (int i = 0; in[i] == 0; ++i) {
    unsigned long long now = clock64();
    unsigned long long old = atomicCAS(&began[place], 0ull, now); // ok: unreleased-publish
    if (old != 0 && now - old > budget)
      break;
  }
}

// Number and time in one statement, each by a thread of its own.
__global__ void stampedPair(unsigned long long *note, float *data, float *out,
                            unsigned *flag, unsigned n) {
  if (note != nullptr && blockIdx.x == 0 && threadIdx.x < 2)
    note[threadIdx.x] = threadIdx.x == 0 ? (unsigned long long)n : clock64();
  if (threadIdx.x == 64)
    asm volatile("st.release.sys.global.u32 [%0], %1;" ::"l"(flag), "r"(n) : "memory"); // ok: publish-before-block-done
}

// Here both threads bring numbers.
__global__ void countedPair(unsigned long long *note, unsigned long long m,
                            unsigned *flag, unsigned n) {
  if (note != nullptr && blockIdx.x == 0 && threadIdx.x < 2)
    note[threadIdx.x] = threadIdx.x == 0 ? (unsigned long long)n : m;
  if (threadIdx.x == 64)
    asm volatile("st.release.sys.global.u32 [%0], %1;" ::"l"(flag), "r"(n) : "memory"); // expect: publish-before-block-done
}
