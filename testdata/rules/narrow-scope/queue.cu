#include <cuda/atomic>
__device__ unsigned drawn;
__device__ unsigned arrived;
__managed__ volatile int finished;
__managed__ volatile int relayed;
__managed__ float answer[128];
__device__ float own_answer[128];

// Every block draws its next row from one counter.
__global__ void bad_rows(unsigned *next, const float *in, float *out, unsigned rows) {
  __shared__ unsigned row;
  do {
    __syncthreads();
    if (threadIdx.x == 0)
      row = atomicAdd_block(next, 1u); // expect: narrow-scope
    __syncthreads();
    if (row < rows) out[row * blockDim.x + threadIdx.x] = in[row * blockDim.x + threadIdx.x];
  } while (row < rows);
}
__global__ void good_rows(unsigned *next, const float *in, float *out, unsigned rows) {
  __shared__ unsigned row;
  do {
    __syncthreads();
    if (threadIdx.x == 0)
      row = atomicAdd(next, 1u); // ok: narrow-scope
    __syncthreads();
    if (row < rows) out[row * blockDim.x + threadIdx.x] = in[row * blockDim.x + threadIdx.x];
  } while (row < rows);
}
__global__ void bad_asm() {
  if (threadIdx.x == 0)
    asm volatile("red.relaxed.cta.global.add.u32 [%0], 1;" ::"l"(&drawn) : "memory"); // expect: narrow-scope
}
// Launched as one block alone.
__global__ void lone(unsigned *next) {
  if (threadIdx.x == 0)
    atomicAdd_block(next, 1u); // ok: narrow-scope
}

// The last block reads what the others have stored: not behind a fence of the block.
__global__ void bad_last(const float *x, float *part, float *out) {
  __shared__ bool last;
  if (threadIdx.x == 0) {
    part[blockIdx.x] = x[blockIdx.x];
    cuda::atomic_thread_fence(cuda::memory_order_release, cuda::thread_scope_block);
    last = atomicInc(&arrived, gridDim.x - 1) == gridDim.x - 1; // expect: unreleased-publish
  }
  __syncthreads();
  if (last && threadIdx.x == 0) {
    __threadfence();
    float sum = 0;
    for (unsigned i = 0; i < gridDim.x; ++i) sum += part[i];
    *out = sum;
  }
}
__global__ void good_last(const float *x, float *part, float *out) {
  __shared__ bool last;
  if (threadIdx.x == 0) {
    part[blockIdx.x] = x[blockIdx.x];
    __threadfence();
    last = atomicInc(&arrived, gridDim.x - 1) == gridDim.x - 1; // ok: unreleased-publish
  }
  __syncthreads();
  if (last && threadIdx.x == 0) {
    __threadfence();
    float sum = 0;
    for (unsigned i = 0; i < gridDim.x; ++i) sum += part[i];
    *out = sum;
  }
}
// The last warp of one block: its counter is the block's own.
__global__ void last_warp(const float *x, float *part, float *out, unsigned *counts) {
  float v = x[blockIdx.x * blockDim.x + threadIdx.x];
  if (threadIdx.x % 32 == 0) {
    part[blockIdx.x * 32 + threadIdx.x / 32] = v;
    __threadfence_block();
    if (atomicAdd_block(&counts[blockIdx.x], 1u) == blockDim.x / 32 - 1) { // ok: unreleased-publish
      __threadfence_block();
      float sum = 0;
      for (unsigned i = 0; i < blockDim.x / 32; ++i) sum += part[blockIdx.x * 32 + i];
      out[blockIdx.x] = sum;
    }
  }
}

// The host waits for a managed word.
__global__ void bad_host() {
  answer[threadIdx.x] = threadIdx.x;
  __syncthreads();
  if (threadIdx.x == 0) {
    __threadfence(); // expect: narrow-scope
    finished = 1;
  }
}
__global__ void good_host() {
  answer[threadIdx.x] = threadIdx.x;
  __syncthreads();
  if (threadIdx.x == 0) {
    __threadfence_system(); // ok: narrow-scope
    finished = 1;
  }
}
// What comes before it stays on this GPU.
__global__ void own_data() {
  own_answer[threadIdx.x] = threadIdx.x;
  __syncthreads();
  if (threadIdx.x == 0) {
    __threadfence(); // ok: narrow-scope
    finished = 2;
  }
}
// Another block waits for it, managed or not.
__global__ void relay(float *out) {
  if (blockIdx.x == 0) {
    answer[threadIdx.x] = threadIdx.x;
    __syncthreads();
    if (threadIdx.x == 0) {
      __threadfence(); // ok: narrow-scope
      relayed = 1;
    }
  } else {
    while (relayed == 0) {}
    __threadfence();
    out[threadIdx.x] = answer[threadIdx.x];
  }
}

int main() {
  unsigned *next;
  cudaMalloc(&next, 4);
  lone<<<1, 64>>>(next);
  bad_host<<<1, 128>>>();
  while (finished == 0) {}
  return answer[3] != 3;
}
