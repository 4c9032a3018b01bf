// Every thread fences behind the barrier, one draws a ticket that releases.
__device__ unsigned draw(unsigned *drawn) {
  unsigned mine;
  asm volatile("atom.acq_rel.gpu.global.add.u32 %0, [%1], 1;" : "=r"(mine) : "l"(drawn) : "memory");
  return mine;
}
__device__ unsigned draw_acquired(unsigned *drawn) {
  unsigned mine;
  asm volatile("atom.acquire.gpu.global.add.u32 %0, [%1], 1;" : "=r"(mine) : "l"(drawn) : "memory");
  return mine;
}
__global__ void __launch_bounds__(64) squares_all_fence(float *part, float *sums, unsigned *drawn, unsigned parts) {
  __shared__ unsigned mine;
  part[blockIdx.x * 64 + threadIdx.x] = threadIdx.x * threadIdx.x;
  __syncthreads();
  asm volatile("fence.acq_rel.gpu;" ::: "memory"); // expect: redundant-fence
  if (threadIdx.x == 0) mine = draw(drawn);
  __syncthreads();
  if (mine != parts - 1) return;
  float sum = 0.f;
  for (unsigned b = 0; b < parts; ++b) sum += part[b * 64 + threadIdx.x];
  sums[threadIdx.x] = sum;
}
__global__ void __launch_bounds__(64) squares(float *part, float *sums, unsigned *drawn, unsigned parts) {
  __shared__ unsigned mine;
  part[blockIdx.x * 64 + threadIdx.x] = threadIdx.x * threadIdx.x;
  __syncthreads();
  if (threadIdx.x == 0) mine = draw(drawn); // ok: redundant-fence
  __syncthreads();
  if (mine != parts - 1) return;
  float sum = 0.f;
  for (unsigned b = 0; b < parts; ++b) sum += part[b * 64 + threadIdx.x];
  sums[threadIdx.x] = sum;
}
__global__ void __launch_bounds__(64) squares_fenced(float *part, float *sums, unsigned *drawn, unsigned parts) {
  __shared__ unsigned mine;
  part[blockIdx.x * 64 + threadIdx.x] = threadIdx.x * threadIdx.x;
  __syncthreads();
  asm volatile("fence.acq_rel.gpu;" ::: "memory"); // ok: redundant-fence
  if (threadIdx.x == 0) mine = draw_acquired(drawn);
  __syncthreads();
  if (mine != parts - 1) return;
  float sum = 0.f;
  for (unsigned b = 0; b < parts; ++b) sum += part[b * 64 + threadIdx.x];
  sums[threadIdx.x] = sum;
}
