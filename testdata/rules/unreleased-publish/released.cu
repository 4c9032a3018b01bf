// Releases in every form, and stores that carry no payload.
#include <cuda/atomic>

__global__ void fenceBefore(volatile unsigned *flag, float *data, float *out) {
  if (blockIdx.x == 0) {
    if (threadIdx.x == 0) {
      data[0] = 1.0f;
      __threadfence();
      *flag = 1; // ok: unreleased-publish
    }
    return;
  }
  if (threadIdx.x == 0) {
    while (*flag == 0) {
    }
    __threadfence();
  }
  __syncthreads();
  out[threadIdx.x] = data[0];
}

__global__ void releaseStore(unsigned *word, float *data, float *out) {
  cuda::atomic_ref<unsigned, cuda::thread_scope_device> flag(*word);
  if (blockIdx.x == 0) {
    data[threadIdx.x] = 1.0f;
    __syncthreads();
    if (threadIdx.x == 0)
      flag.store(1, cuda::memory_order_release); // ok: unreleased-publish
    return;
  }
  if (threadIdx.x == 0)
    while (flag.load(cuda::memory_order_acquire) == 0) {
    }
  __syncthreads();
  out[threadIdx.x] = data[threadIdx.x];
}

__device__ void raise(unsigned *word) {
  __threadfence();
  atomicExch(word, 1u); // ok: unreleased-publish
}

__global__ void releaseInAHelper(unsigned *word, float *data, float *out) {
  if (blockIdx.x == 0) {
    if (threadIdx.x == 0) {
      data[0] = 1.0f;
      raise(word);
    }
    return;
  }
  if (threadIdx.x == 0) {
    while (atomicAdd(word, 0u) == 0) { // expect: rmw-poll
    }
    __threadfence();
  }
  __syncthreads();
  out[threadIdx.x] = data[0];
}

// Counting only: nobody waits for the counter.
__global__ void histogram(const unsigned char *in, unsigned *bins,
                          float *touched, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    touched[i] = 1.0f;
    atomicAdd(&bins[in[i]], 1u); // ok: unreleased-publish // expect: contended-atomic
  }
}
