// The barrier orders for the block all that the fence orders for it.
__global__ void bad_before(const float *x, float *y) {
  __shared__ float s[256];
  s[threadIdx.x] = x[threadIdx.x];
  __threadfence_block(); // expect: redundant-fence
  __syncthreads();
  y[threadIdx.x] = s[255 - threadIdx.x];
}
__global__ void bad_behind(const float *x, float *y) {
  __shared__ float s[256];
  s[threadIdx.x] = x[threadIdx.x];
  __syncthreads();
  __threadfence_block(); // expect: redundant-fence
  y[threadIdx.x] = s[255 - threadIdx.x];
}
__global__ void bad_asm(const float *x, float *y) {
  __shared__ float s[256];
  s[threadIdx.x] = x[threadIdx.x];
  asm volatile("fence.acq_rel.cta;" ::: "memory"); // expect: redundant-fence
  asm volatile("bar.sync 0;" ::: "memory");
  y[threadIdx.x] = s[255 - threadIdx.x];
}
// A barrier of some warps orders for those alone.
__global__ void named(const float *x, volatile float *s, float *y) {
  s[threadIdx.x] = x[threadIdx.x];
  __threadfence_block(); // ok: redundant-fence
  asm volatile("bar.sync 1, 64;" ::: "memory");
  y[threadIdx.x] = s[threadIdx.x ^ 32];
}
// A flag is raised between the fence and the barrier.
__global__ void flag(const float *x, float *y) {
  __shared__ float s;
  __shared__ volatile int ready;
  if (threadIdx.x == 0) ready = 0;
  __syncthreads();
  if (threadIdx.x == 0) {
    s = x[0];
    __threadfence_block(); // ok: redundant-fence
    ready = 1;
  } else if (threadIdx.x == 32) {
    while (ready == 0) {}
    __threadfence_block();
    y[0] = s;
  }
  __syncthreads();
}
