__device__ void st_v(unsigned *p, unsigned v) {
  asm volatile("st.volatile.global.u32 [%1], %0;" ::"r"(v), "l"(p));
}
__device__ unsigned ld_v(unsigned *p) {
  unsigned v;
  asm volatile("ld.volatile.global.u32 %0, [%1];" : "=r"(v) : "l"(p));
  return v;
}
struct Sig {
  unsigned start[36][8];
};
struct Peers {
  Sig *s[8];
};
__global__ void bar(Peers p, Sig *self, int rank, unsigned f) {
  if (threadIdx.x < 8) {
    st_v(&p.s[threadIdx.x]->start[blockIdx.x][rank], f);
    while (ld_v(&self->start[blockIdx.x][threadIdx.x]) != f)  // ok: relaxed-poll
      ;
  }
  __syncthreads();
}
