__global__ void k(const volatile int *f, const float *g, float *o) {
  __shared__ float s[128];
  if (threadIdx.x == 0)
    while (*f == 0)  // expect: relaxed-poll
      ;
  __syncthreads();
  unsigned d = (unsigned)__cvta_generic_to_shared(&s[threadIdx.x]);
  asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(d),
               "l"(g + threadIdx.x)
               : "memory");
  asm volatile("cp.async.commit_group;\ncp.async.wait_group 0;" ::: "memory");
  o[threadIdx.x] = s[threadIdx.x];
}
