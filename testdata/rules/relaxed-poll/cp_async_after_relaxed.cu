#include <cuda_pipeline.h>
__global__ void k(const volatile int *f, const float4 *g, float4 *o) {
  __shared__ float4 s[128];
  if (threadIdx.x == 0)
    while (*f == 0)  // expect: relaxed-poll
      ;
  __syncthreads();
  __pipeline_memcpy_async(&s[threadIdx.x], &g[threadIdx.x], 16);
  __pipeline_commit();
  __pipeline_wait_prior(0);
  o[threadIdx.x] = s[threadIdx.x];
}
