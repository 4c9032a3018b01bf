// A warp waits for a tile that another block fills and then reads it for the
// tensor cores: the load of the fragment is a plain read of the tile.
#include <cuda_fp16.h>
#include <mma.h>

using namespace nvcuda;
using Left = wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major>;
using Right = wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major>;
using Sum = wmma::fragment<wmma::accumulator, 16, 16, 16, float>;

__device__ void multiply(const half *left, const half *right, float *out) {
  Left a;
  Right b;
  Sum sum;
  wmma::fill_fragment(sum, 0.0f);
  wmma::load_matrix_sync(a, left, 16);
  wmma::load_matrix_sync(b, right, 16);
  wmma::mma_sync(sum, a, b, sum);
  wmma::store_matrix_sync(out, sum, 16, wmma::mem_row_major);
}

__global__ void consume(const half *left, const half *right, float *out, volatile int *ready) {
  if (threadIdx.x == 0)
    while (ready[blockIdx.x] == 0) { // expect: relaxed-poll
    }
  __syncthreads();
  multiply(left + blockIdx.x * 256, right, out + blockIdx.x * 256);
}

__global__ void consumeFenced(const half *left, const half *right, float *out, volatile int *ready) {
  if (threadIdx.x == 0) {
    while (ready[blockIdx.x] == 0) { // ok: relaxed-poll
    }
    __threadfence();
  }
  __syncthreads();
  multiply(left + blockIdx.x * 256, right, out + blockIdx.x * 256);
}

__global__ void produce(half *left, volatile int *ready, int tile) {
  left[tile * 256 + threadIdx.x] = __float2half(1.0f);
  __syncthreads();
  if (threadIdx.x == 0) {
    __threadfence();
    ready[tile] = 1;
  }
}
