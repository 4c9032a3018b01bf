// A few threads tell one peer each that the block's data is there.
struct Doors { unsigned *of[8]; };

__global__ void toldTooSoon(float **boxes, unsigned **doors, const float *in, int rank, unsigned round) {
  boxes[blockIdx.y][rank * 4096 + blockIdx.x * blockDim.x + threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  if (threadIdx.x < 8)
    *(volatile unsigned *)(doors[threadIdx.x] + rank) = round; // expect: unreleased-publish
}

__global__ void toldBehindFence(float **boxes, unsigned **doors, const float *in, int rank, unsigned round) {
  boxes[blockIdx.y][rank * 4096 + blockIdx.x * blockDim.x + threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  if (threadIdx.x < 8) {
    __threadfence_system();
    *(volatile unsigned *)(doors[threadIdx.x] + rank) = round; // ok: unreleased-publish
  }
}

// What the threads write differs: data, each to its own peer.
__global__ void oneWordEach(float **boxes, unsigned **counts, const float *in, const unsigned *count, int rank) {
  boxes[blockIdx.y][rank * 4096 + blockIdx.x * blockDim.x + threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  if (threadIdx.x < 8)
    *(volatile unsigned *)(counts[threadIdx.x] + rank) = count[threadIdx.x]; // ok: unreleased-publish
}
