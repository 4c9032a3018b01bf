// The same fault through every library spelling of a relaxed read.
#include <cuda/atomic>
#include <cuda/std/atomic>

__global__ void memberAtomic(cuda::atomic<unsigned, cuda::thread_scope_device> *flag,
                             const float *in, float *out) {
  if (threadIdx.x == 0)
    while (flag->load(cuda::memory_order_relaxed) == 0) { // expect: relaxed-poll
    }
  __syncthreads();
  out[threadIdx.x] = in[threadIdx.x];
}

__global__ void stdAtomic(cuda::std::atomic<int> *flag, const float *in,
                          float *out) {
  if (threadIdx.x == 0)
    while (!flag->load(cuda::std::memory_order_relaxed)) { // expect: relaxed-poll
    }
  __syncthreads();
  out[threadIdx.x] = in[threadIdx.x];
}

__global__ void waitWithRelaxedOrder(unsigned *word, const float *in,
                                     float *out) {
  cuda::atomic_ref<unsigned, cuda::thread_scope_device> flag(*word);
  if (threadIdx.x == 0)
    flag.wait(0, cuda::memory_order_relaxed); // expect: relaxed-poll
  __syncthreads();
  out[threadIdx.x] = in[threadIdx.x];
}

__global__ void weakCompareExchange(unsigned *word, const float *in,
                                    float *out) {
  cuda::atomic_ref<unsigned, cuda::thread_scope_device> flag(*word);
  if (threadIdx.x == 0) {
    unsigned one = 1;
    while (!flag.compare_exchange_weak(one, 2u, // expect: relaxed-poll
                                       cuda::memory_order_relaxed))
      one = 1;
  }
  __syncthreads();
  out[threadIdx.x] = in[threadIdx.x];
}

__global__ void fetchAddAsLoad(unsigned *word, const float *in, float *out) {
  cuda::atomic_ref<unsigned, cuda::thread_scope_system> flag(*word);
  if (threadIdx.x == 0)
    while (flag.fetch_add(0, cuda::memory_order_relaxed) == 0) { // expect: relaxed-poll, rmw-poll
    }
  __syncthreads();
  out[threadIdx.x] = in[threadIdx.x];
}

__global__ void clangBuiltin(unsigned *word, const float *in, float *out) {
  if (threadIdx.x == 0)
    while (__atomic_load_n(word, __ATOMIC_RELAXED) == 0) { // expect: relaxed-poll
    }
  __syncthreads();
  out[threadIdx.x] = in[threadIdx.x];
}

// A release does not acquire.
__global__ void releaseOnly(unsigned *word, const float *in, float *out) {
  cuda::atomic_ref<unsigned, cuda::thread_scope_device> flag(*word);
  if (threadIdx.x == 0)
    while (flag.fetch_or(0u, cuda::memory_order_release) == 0) { // expect: relaxed-poll // ok: rmw-poll
    }
  __syncthreads();
  out[threadIdx.x] = in[threadIdx.x];
}

#define READ_ONCE(x) (*(const volatile unsigned *)&(x))

__global__ void throughAMacro(unsigned *word, const float *in, float *out) {
  if (threadIdx.x == 0)
    while (READ_ONCE(*word) == 0) { // expect: relaxed-poll
    }
  __syncthreads();
  out[threadIdx.x] = in[threadIdx.x];
}

struct Flag {
  volatile unsigned raised;
  unsigned round;
};

__global__ void memberOfAStruct(Flag *flags, const float *in, float *out) {
  if (threadIdx.x == 0)
    while (flags[blockIdx.x].raised == 0) { // expect: relaxed-poll
    }
  __syncthreads();
  out[threadIdx.x] = in[threadIdx.x];
}

__device__ bool isRaised(const volatile unsigned *flag) {
  return *flag != 0;
}

__global__ void testInAHelper(const volatile unsigned *flag, const float *in,
                              float *out) {
  while (!isRaised(flag)) // expect: relaxed-poll
    __nanosleep(100);
  out[threadIdx.x] = in[threadIdx.x];
}
