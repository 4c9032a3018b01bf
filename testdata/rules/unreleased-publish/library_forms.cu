// Publications without a release, through other spellings.
#include <cuda/atomic>

__global__ void relaxedStore(unsigned *word, float *data, float *out) {
  cuda::atomic_ref<unsigned, cuda::thread_scope_device> flag(*word);
  if (blockIdx.x == 0) {
    if (threadIdx.x == 0) {
      data[0] = 1.0f;
      flag.store(1, cuda::memory_order_relaxed); // expect: unreleased-publish
    }
    return;
  }
  if (threadIdx.x == 0)
    while (flag.load(cuda::memory_order_acquire) == 0) {
    }
  __syncthreads();
  out[threadIdx.x] = data[0];
}

__global__ void acquireDoesNotRelease(unsigned *word, float *data,
                                      float *out) {
  cuda::atomic_ref<unsigned, cuda::thread_scope_device> flag(*word);
  if (blockIdx.x == 0) {
    data[threadIdx.x] = 1.0f;
    __syncthreads();
    if (threadIdx.x == 0)
      flag.fetch_add(1, cuda::memory_order_acquire); // expect: unreleased-publish
    return;
  }
  if (threadIdx.x == 0)
    while (flag.load(cuda::memory_order_acquire) == 0) {
    }
  __syncthreads();
  out[threadIdx.x] = data[threadIdx.x];
}

__global__ void counted(unsigned *arrived, float *data, float *out) {
  data[blockIdx.x * blockDim.x + threadIdx.x] = 1.0f;
  __syncthreads();
  if (threadIdx.x == 0) {
    atomicAdd(arrived, 1u); // expect: unreleased-publish
    while (atomicAdd(arrived, 0u) < gridDim.x) { // expect: rmw-poll
    }
    __threadfence();
  }
  __syncthreads();
  out[threadIdx.x] = data[threadIdx.x];
}

__global__ void inlinePtx(unsigned *word, float *data, float *out) {
  if (blockIdx.x == 0) {
    if (threadIdx.x == 0) {
      data[0] = 1.0f;
      asm volatile("st.relaxed.gpu.global.u32 [%0], %1;" // expect: unreleased-publish
                   ::"l"(word), "r"(1)
                   : "memory");
    }
    return;
  }
  if (threadIdx.x == 0) {
    unsigned seen;
    do {
      asm volatile("ld.acquire.gpu.global.u32 %0, [%1];"
                   : "=r"(seen)
                   : "l"(word)
                   : "memory");
    } while (seen == 0);
  }
  __syncthreads();
  out[threadIdx.x] = data[0];
}
