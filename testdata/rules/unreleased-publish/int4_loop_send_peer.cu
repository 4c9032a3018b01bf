__device__ void st_na(int4 *p, int4 v) {
  asm volatile("st.global.L1::no_allocate.v4.s32 [%0], {%1,%2,%3,%4};" ::"l"(p),
               "r"(v.x), "r"(v.y), "r"(v.z), "r"(v.w));
}
__global__ void dispatch(int4 *const *peers, const int4 *x, int *const *flags,
                         int rank, int dst, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    st_na(peers[dst] + i, x[i]);
  __syncthreads();
  if (threadIdx.x == 0)
    asm volatile("st.relaxed.sys.global.s32 [%0], %1;" ::"l"(flags[dst] + rank),  // expect: unreleased-publish
                 "r"(n + 1)
                 : "memory");
}
