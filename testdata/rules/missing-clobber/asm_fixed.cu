// Assembly that says what it does, or stands next to what does.

__global__ void acquireWithClobber(const unsigned *ready, const float *in,
                                   float *out) {
  unsigned seen;
  do {
    asm volatile("ld.acquire.gpu.global.u32 %0, [%1];" // ok: missing-clobber
                 : "=r"(seen)
                 : "l"(ready)
                 : "memory");
  } while (seen == 0);
  out[threadIdx.x] = in[0];
}

// The barrier keeps the compiler from moving the loads.
__global__ void barrierBehind(const unsigned *ready, const float *in,
                              float *out) {
  if (threadIdx.x == 0) {
    unsigned seen;
    do {
      asm volatile("ld.acquire.gpu.global.u32 %0, [%1];" // ok: missing-clobber
                   : "=r"(seen)
                   : "l"(ready));
    } while (seen == 0);
  }
  __syncthreads();
  out[threadIdx.x] = in[threadIdx.x];
}

// Arithmetic orders nothing and needs no clobber.
__global__ void arithmetic(unsigned *out) {
  unsigned lane;
  asm("mov.u32 %0, %%laneid;" : "=r"(lane)); // ok: missing-clobber
  out[threadIdx.x] = lane;
}
