// Waits that are right, and waits that guard nothing.
#include <cuda/atomic>

__global__ void fenceAfterTheLoop(const volatile unsigned *ready,
                                  const float *in, float *out) {
  if (threadIdx.x == 0) {
    while (*ready == 0) { // ok: relaxed-poll
    }
    __threadfence();
  }
  __syncthreads();
  out[threadIdx.x] = in[threadIdx.x];
}

__global__ void fenceByEveryReader(const volatile unsigned *ready,
                                   const float *in, float *out) {
  if (threadIdx.x == 0)
    while (*ready == 0) { // ok: relaxed-poll
    }
  __syncthreads();
  __threadfence();
  out[threadIdx.x] = in[threadIdx.x];
}

__global__ void acquireLoad(unsigned *ready, const float *in, float *out) {
  cuda::atomic_ref<unsigned, cuda::thread_scope_device> flag(*ready);
  if (threadIdx.x == 0)
    while (flag.load(cuda::memory_order_acquire) == 0) { // ok: relaxed-poll
    }
  __syncthreads();
  out[threadIdx.x] = in[threadIdx.x];
}

__global__ void defaultOrder(unsigned *ready, const float *in, float *out) {
  cuda::atomic_ref<unsigned, cuda::thread_scope_device> flag(*ready);
  if (threadIdx.x == 0)
    while (flag.load() == 0) { // ok: relaxed-poll // expect: fence-in-poll
    }
  __syncthreads();
  out[threadIdx.x] = in[threadIdx.x];
}

__global__ void libraryFence(unsigned *ready, const float *in, float *out) {
  cuda::atomic_ref<unsigned, cuda::thread_scope_device> flag(*ready);
  if (threadIdx.x == 0) {
    while (flag.load(cuda::memory_order_relaxed) == 0) { // ok: relaxed-poll
    }
    cuda::atomic_thread_fence(cuda::memory_order_acquire,
                              cuda::thread_scope_device);
  }
  __syncthreads();
  out[threadIdx.x] = in[threadIdx.x];
}

__global__ void oneAcquireOfTheSameWord(unsigned *ready, const float *in,
                                        float *out) {
  cuda::atomic_ref<unsigned, cuda::thread_scope_device> flag(*ready);
  if (threadIdx.x == 0) {
    while (flag.load(cuda::memory_order_relaxed) == 0) { // ok: relaxed-poll
    }
    (void)flag.load(cuda::memory_order_acquire);
  }
  __syncthreads();
  out[threadIdx.x] = in[threadIdx.x];
}

__device__ void waitFor(const volatile unsigned *ready) {
  while (*ready == 0) { // ok: relaxed-poll
  }
  __threadfence();
}

__global__ void insideAHelper(const volatile unsigned *ready, const float *in,
                              float *out) {
  if (threadIdx.x == 0)
    waitFor(ready);
  __syncthreads();
  out[threadIdx.x] = in[threadIdx.x];
}

template <typename Done> __device__ void spin(Done done) {
  while (!done())
    __nanosleep(20);
}

__global__ void insideATemplate(unsigned *ready, const float *in, float *out) {
  if (threadIdx.x == 0)
    spin([=] {
      cuda::atomic_ref<unsigned, cuda::thread_scope_device> flag(*ready);
      return flag.load(cuda::memory_order_acquire) != 0; // ok: relaxed-poll
    });
  __syncthreads();
  out[threadIdx.x] = in[threadIdx.x];
}

__global__ void inlinePtxFence(const unsigned *ready, const float *in,
                               float *out) {
  if (threadIdx.x == 0) {
    unsigned seen;
    do {
      asm volatile("ld.relaxed.gpu.global.u32 %0, [%1];" // ok: relaxed-poll
                   : "=r"(seen)
                   : "l"(ready)
                   : "memory");
    } while (seen == 0);
    asm volatile("fence.acq_rel.gpu;" ::: "memory");
  }
  __syncthreads();
  out[threadIdx.x] = in[threadIdx.x];
}

// Status and value share one 64-bit word: one load brings both.
__global__ void packedWord(const volatile unsigned long long *slot,
                           unsigned *out) {
  unsigned long long word;
  do
    word = *slot; // ok: relaxed-poll
  while ((word >> 32) == 0);
  out[blockIdx.x] = unsigned(word);
}

// The wait frees a buffer that is written next; nothing is read.
__global__ void waitToWrite(const volatile unsigned *drained, float *buffer) {
  if (threadIdx.x == 0)
    while (*drained == 0) { // ok: relaxed-poll
    }
  __syncthreads();
  buffer[threadIdx.x] = 1.0f;
}

// The next kernel reads; its launch orders.
__global__ void waitAtTheEnd(const volatile unsigned *ready) {
  while (*ready == 0) { // ok: relaxed-poll
  }
}

// Shared memory of one block: the barrier of the loop orders.
__global__ void sharedFlagWithBarrier(const float *in, float *out) {
  __shared__ unsigned done;
  __shared__ float tile[256];
  if (threadIdx.x == 0)
    done = 0;
  __syncthreads();
  tile[threadIdx.x] = in[threadIdx.x];
  atomicAdd(&done, 1u);
  __syncthreads();
  out[threadIdx.x] = tile[255 - threadIdx.x];
}
