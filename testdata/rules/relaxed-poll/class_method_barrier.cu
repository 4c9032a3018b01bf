class GridSync {
  unsigned *arrived_;
  volatile unsigned *gen_;

public:
  __device__ GridSync(unsigned *a, unsigned *g) : arrived_(a), gen_(g) {}
  __device__ void sync() {
    __syncthreads();
    if (threadIdx.x == 0) {
      unsigned g = *gen_;
      __threadfence();
      if (atomicAdd(arrived_, 1u) == gridDim.x - 1) {
        *arrived_ = 0;
        __threadfence();
        *gen_ = g + 1;
      } else
        while (*gen_ == g) {  // expect: relaxed-poll
        }
    }
    __syncthreads();
  }
};
__global__ void k(float *a, float *b, unsigned *x, unsigned *y) {
  GridSync gs(x, y);
  a[blockIdx.x * blockDim.x + threadIdx.x] = threadIdx.x;
  gs.sync();
  b[blockIdx.x * blockDim.x + threadIdx.x] =
      a[((blockIdx.x + 1) % gridDim.x) * blockDim.x + threadIdx.x];
}
