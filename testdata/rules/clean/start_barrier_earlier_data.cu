__device__ void put(unsigned *p, unsigned v) {
  asm volatile("st.relaxed.sys.global.u32 [%0], %1;" ::"l"(p), "r"(v)
               : "memory");
}
__device__ unsigned get(const unsigned *p) {
  unsigned v;
  asm volatile("ld.relaxed.sys.global.u32 %0, [%1];"
               : "=r"(v)
               : "l"(p)
               : "memory");
  return v;
}
__global__ void push(unsigned *peer, const unsigned *mine, unsigned seq,
                     float *remote, const float *local) {
  if (threadIdx.x == 0) {
    put(peer, seq);
    while (get(mine) != seq) {  // ok: relaxed-poll
    }
  }
  __syncthreads();
  remote[blockIdx.x * blockDim.x + threadIdx.x] =
      local[blockIdx.x * blockDim.x + threadIdx.x];
}
