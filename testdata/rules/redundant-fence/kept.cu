// Fences with something left to do.
__device__ void release(int *flag) {
  asm volatile("st.release.gpu.global.s32 [%0], 1;" ::"l"(flag) : "memory");
}
__device__ void relaxed(int *flag) {
  asm volatile("st.relaxed.gpu.global.s32 [%0], 1;" ::"l"(flag) : "memory");
}

// Two flags: the release is of one word.
__global__ void two_flags(float *data, int *f, int *g) {
  if (threadIdx.x == 0) {
    data[blockIdx.x] = 1;
    __threadfence(); // ok: redundant-fence
    release(f);
    relaxed(g);
  }
}

// The poll before is relaxed: the fence makes it an acquire.
__global__ void relay(const volatile int *in, float *data, float *out, int *f) {
  if (threadIdx.x == 0) {
    while (*in == 0) {
    }
    __threadfence(); // ok: redundant-fence
    out[blockIdx.x] = data[blockIdx.x];
    release(f);
  }
}

// Dekker's handshake.
__global__ void handshake(int *wants, int *winner) {
  if (threadIdx.x == 0) {
    int me = blockIdx.x & 1, seen;
    relaxed(&wants[me]);
    __threadfence(); // ok: redundant-fence
    asm volatile("ld.acquire.gpu.global.s32 %0, [%1];" : "=r"(seen) : "l"(&wants[me ^ 1]) : "memory");
    if (!seen) release(winner);
  }
}
