// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Hand-offs that go wrong, each with its repaired twin. `expect:` holds in the
// source, in its PTX and in that of a debug build; a layer in brackets limits it.

__global__ void volatile_wait(volatile unsigned *ready, const float *input, float *output) {
  if (threadIdx.x == 0)
    while (*ready == 0) { // expect: relaxed-poll
    }
  __syncthreads();
  output[threadIdx.x] = input[threadIdx.x];
}

__global__ void volatile_wait_fenced(volatile unsigned *ready, const float *input, float *output) {
  if (threadIdx.x == 0) {
    while (*ready == 0) {
    }
    __threadfence();
  }
  __syncthreads();
  output[threadIdx.x] = input[threadIdx.x];
}

__global__ void raise_early(float *values, volatile unsigned *ready, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    values[i] = 2.0f * i;
  __syncthreads();
  if (threadIdx.x == 0)
    *ready = 1; // expect: unreleased-publish
}

__global__ void raise_after_fence(float *values, volatile unsigned *ready, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    values[i] = 2.0f * i;
  __syncthreads();
  if (threadIdx.x == 0) {
    __threadfence();
    *ready = 1;
  }
}

__global__ void last_block(const float *partials_in, float *partials, unsigned *done, float *sum) {
  __shared__ bool is_last;
  partials[blockIdx.x * blockDim.x + threadIdx.x] = partials_in[threadIdx.x];
  __threadfence();
  __syncthreads();
  if (threadIdx.x == 0)
    is_last = atomicAdd(done, 1) == gridDim.x - 1; // expect: unacquired-ticket
  __syncthreads();
  if (is_last) {
    float total = 0;
    for (unsigned b = 0; b < gridDim.x; ++b)
      total += partials[b * blockDim.x + threadIdx.x];
    sum[threadIdx.x] = total;
  }
}

__global__ void last_block_fenced(const float *partials_in, float *partials, unsigned *done, float *sum) {
  __shared__ bool is_last;
  partials[blockIdx.x * blockDim.x + threadIdx.x] = partials_in[threadIdx.x];
  __threadfence();
  __syncthreads();
  if (threadIdx.x == 0)
    is_last = atomicAdd(done, 1) == gridDim.x - 1;
  __syncthreads();
  if (is_last) {
    __threadfence();
    float total = 0;
    for (unsigned b = 0; b < gridDim.x; ++b)
      total += partials[b * blockDim.x + threadIdx.x];
    sum[threadIdx.x] = total;
  }
}

__global__ void no_barrier(float *rows, unsigned *ready) {
  rows[threadIdx.x] = threadIdx.x;
  if (threadIdx.x == 0) {
    __threadfence();
    atomicExch(ready, 1u); // expect: publish-before-block-done
  }
}

__global__ void with_barrier(float *rows, unsigned *ready) {
  rows[threadIdx.x] = threadIdx.x;
  __syncthreads();
  if (threadIdx.x == 0) {
    __threadfence();
    atomicExch(ready, 1u);
  }
}
