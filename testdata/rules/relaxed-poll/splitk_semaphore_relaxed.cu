__device__ int ldRlx(const int *p) {
  int v;
  asm volatile("ld.global.relaxed.gpu.b32 %0, [%1];"
               : "=r"(v)
               : "l"(p)
               : "memory");
  return v;
}
__device__ void stRel(int *p, int v) {
  asm volatile("st.global.release.gpu.b32 [%0], %1;" ::"l"(p), "r"(v)
               : "memory");
}
__global__ void gemm(int *l, float *c, const float *acc) {
  if (threadIdx.x == 0)
    while (ldRlx(l + blockIdx.x) != blockIdx.z) {  // expect: relaxed-poll
    }
  __syncthreads();
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  c[i] = blockIdx.z ? c[i] + acc[i] : acc[i];
  __syncthreads();
  if (threadIdx.x == 0)
    stRel(l + blockIdx.x, blockIdx.z + 1);
}
