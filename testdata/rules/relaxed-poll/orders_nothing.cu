// Waits whose last read orders nothing. Each kernel is one spelling of it.
#include <cuda/atomic>

__global__ void volatileFlag(const volatile unsigned *ready, const float *in,
                             float *out) {
  if (threadIdx.x == 0)
    while (*ready == 0) { // expect: relaxed-poll
    }
  __syncthreads();
  out[threadIdx.x] = in[threadIdx.x];
}

__global__ void relaxedAtomic(unsigned *ready, const float *in, float *out) {
  cuda::atomic_ref<unsigned, cuda::thread_scope_device> flag(*ready);
  if (threadIdx.x == 0)
    while (flag.load(cuda::memory_order_relaxed) == 0) { // expect: relaxed-poll
      __nanosleep(50);
    }
  __syncthreads();
  out[threadIdx.x] = in[threadIdx.x];
}

__global__ void addZero(unsigned *ready, const float *in, float *out) {
  if (threadIdx.x == 0)
    while (atomicAdd(ready, 0u) < gridDim.x) { // expect: relaxed-poll, rmw-poll
    }
  __syncthreads();
  out[threadIdx.x] = in[threadIdx.x];
}

__global__ void compareAndSwapAsLoad(unsigned *ready, const float *in,
                                     float *out) {
  if (threadIdx.x == 0) {
    while (atomicCAS(ready, 1u, 1u) != 1u) { // expect: relaxed-poll, rmw-poll
    }
  }
  __syncthreads();
  out[threadIdx.x] = in[threadIdx.x];
}

__global__ void inlinePtx(const unsigned *ready, const float *in, float *out) {
  if (threadIdx.x == 0) {
    unsigned seen;
    do {
      asm volatile("ld.relaxed.gpu.global.u32 %0, [%1];" // expect: relaxed-poll
                   : "=r"(seen)
                   : "l"(ready)
                   : "memory");
    } while (seen == 0);
  }
  __syncthreads();
  out[threadIdx.x] = in[threadIdx.x];
}

// No barrier at all: every thread polls and then reads.
__global__ void everyThreadPolls(const volatile unsigned *ready,
                                 const float *in, float *out) {
  while (*ready == 0) { // expect: relaxed-poll
  }
  out[threadIdx.x] = in[threadIdx.x];
}

// The fence is on the wrong side of the wait.
__global__ void fenceBeforeTheWait(const volatile unsigned *ready,
                                   const float *in, float *out) {
  __threadfence();
  while (*ready == 0) { // expect: relaxed-poll
  }
  out[threadIdx.x] = in[threadIdx.x];
}

// A fence that only some paths pass.
__global__ void fenceOnOnePath(const volatile unsigned *ready, const float *in,
                               float *out, bool careful) {
  while (*ready == 0) { // miss: relaxed-poll — any path with a fence counts as one that may acquire
  }
  if (careful)
    __threadfence();
  out[threadIdx.x] = in[threadIdx.x];
}
