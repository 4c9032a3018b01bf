__device__ void st_relaxed_sys(unsigned long long *p, unsigned long long v) {
  asm volatile("st.relaxed.sys.global.u64 [%0], %1;" ::"l"(p), "l"(v)
               : "memory");
}
__global__ void sendCopy(float *peerBuf, const float *in,
                         unsigned long long *head, unsigned long long step,
                         int n, bool direct) {
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    peerBuf[i] = in[i];
  asm volatile("bar.sync 1, 256;" ::: "memory");
  if (threadIdx.x == 0)
    st_relaxed_sys(head, step);  // expect: unreleased-publish
}
