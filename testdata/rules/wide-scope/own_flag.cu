// A volatile flag that is a variable of this GPU, between its own blocks.
__device__ unsigned turn;
__device__ double column[128];
__device__ unsigned heard;

__global__ void __launch_bounds__(128) pass(double *out) {
  unsigned before = blockIdx.x;
  if (threadIdx.x == 0) {
    while (*(volatile unsigned *)&turn != before) {
    }
    __threadfence();
  }
  __syncthreads();
  column[threadIdx.x] += 1.0;
  __syncthreads();
  if (threadIdx.x == 0) {
    __threadfence_system(); // expect: wide-scope
    *(volatile unsigned *)&turn = before + 1;
  }
}

// Nothing in the unit waits for it: the host may look.
__global__ void tells() {
  column[threadIdx.x] = 0.0;
  __syncthreads();
  if (threadIdx.x == 0) {
    __threadfence_system(); // ok: wide-scope
    *(volatile unsigned *)&heard = 1u;
  }
}
