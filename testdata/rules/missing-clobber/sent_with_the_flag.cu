// What a release has sent is cleared behind it; the mask of peers says nothing
// of the pointers that are read if a peer is there.
struct Peers {
  float *rows[8];
};

__device__ void release(unsigned *flag, unsigned value) {
  asm volatile("st.release.sys.global.u32 [%0], %1;" // ok: missing-clobber
               ::"l"(flag), "r"(value));
}

__device__ int acquire(const int *mask) {
  int value;
  asm volatile("ld.acquire.gpu.global.s32 %0, [%1];" // ok: missing-clobber
               : "=r"(value) : "l"(mask));
  return value;
}

__global__ void sendCounts(unsigned *counts, unsigned *flags, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    release(&flags[i], counts[i] + 1);
    counts[i] = 0;
  }
}

__global__ void sendTo(Peers *peers, int *mask, int peer) {
  if (acquire(mask + peer) == 0)
    peers->rows[peer][threadIdx.x] = 1.0f;
  else
    atomicExch(mask + peer, 1);
}

__global__ void sendData(unsigned *data, unsigned *flags) {
  data[threadIdx.x] = 5;
  asm volatile("st.release.sys.global.u32 [%0], %1;" // expect: missing-clobber
               ::"l"(flags), "r"(1));
}
