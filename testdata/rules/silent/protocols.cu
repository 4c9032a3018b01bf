// Protocols that are right although a simple pattern match would object.
#include <cuda/atomic>

// Data and flag travel in one 64-bit word, element by element.
__global__ void dataIsTheFlag(const volatile uint2 *line, unsigned *out,
                              unsigned round) {
  unsigned value, flag;
  do {
    value = line[threadIdx.x].x;
    flag = line[threadIdx.x].y;
    asm volatile("ld.volatile.global.v2.u32 {%0, %1}, [%2];" // ok: relaxed-poll
                 : "=r"(value), "=r"(flag)
                 : "l"((const uint2 *)line + threadIdx.x)
                 : "memory");
  } while (flag != round);
  out[threadIdx.x] = value;
}

// The buffer was filled with a sentinel; the wait is for the payload itself.
__global__ void sentinel(const volatile float *inbox, float *out) {
  float value;
  do
    value = inbox[threadIdx.x]; // ok: relaxed-poll
  while (__float_as_uint(value) == 0x80000000u);
  out[threadIdx.x] = value;
}

// Ordered turns: acquire, work, release by one thread, the block around them.
__global__ void turnstile(unsigned *turn, float *total, const float *in) {
  cuda::atomic_ref<unsigned, cuda::thread_scope_device> gate(*turn);
  if (threadIdx.x == 0)
    while (gate.load(cuda::memory_order_acquire) != blockIdx.x) { // ok: relaxed-poll
    }
  __syncthreads();
  total[threadIdx.x] += in[blockIdx.x * blockDim.x + threadIdx.x];
  __syncthreads();
  if (threadIdx.x == 0)
    gate.store(blockIdx.x + 1, cuda::memory_order_release); // ok: unreleased-publish
}

// Barrier of the whole grid by hand.
__device__ void gridBarrier(unsigned *count, unsigned target) {
  __syncthreads();
  if (threadIdx.x == 0) {
    __threadfence();
    atomicAdd(count, 1u); // ok: unreleased-publish
    while (*(volatile unsigned *)count < target) { // ok: relaxed-poll
    }
    __threadfence();
  }
  __syncthreads();
}

__global__ void twoPhases(unsigned *count, float *a, float *b) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  a[i] = float(i);
  gridBarrier(count, gridDim.x);
  b[i] = a[i ^ 64];
}

// Red, release and acquire as inline PTX, with a clobber each.
__device__ void arrive(unsigned *bar) {
  __syncthreads();
  if (threadIdx.x == 0)
    asm volatile("fence.acq_rel.gpu;\n\t"
                 "red.relaxed.gpu.global.add.u32 [%0], 1;" ::"l"(bar)
                 : "memory");
}

__device__ void waitUntil(const unsigned *bar, unsigned n) {
  if (threadIdx.x == 0) {
    unsigned seen;
    do
      asm volatile("ld.acquire.gpu.global.u32 %0, [%1];"
                   : "=r"(seen)
                   : "l"(bar)
                   : "memory");
    while (seen < n);
  }
  __syncthreads();
}

__global__ void splitK(unsigned *bar, float *partial, float *out) {
  partial[blockIdx.x * blockDim.x + threadIdx.x] = 1.0f;
  arrive(bar);
  if (blockIdx.x == 0) {
    waitUntil(bar, gridDim.x);
    float sum = 0;
    for (unsigned b = 0; b < gridDim.x; ++b)
      sum += partial[b * blockDim.x + threadIdx.x];
    out[threadIdx.x] = sum;
  }
}

// One slot is claimed per warp; the next kernel reads.
__global__ void compact(const int *in, int *out, unsigned *size, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  bool keep = i < n && in[i] > 0;
  unsigned mask = __ballot_sync(0xffffffffu, keep);
  unsigned lane = threadIdx.x % 32, base = 0;
  if (lane == 0)
    base = atomicAdd(size, unsigned(__popc(mask))); // ok: unacquired-ticket
  base = __shfl_sync(0xffffffffu, base, 0);
  if (keep)
    out[base + __popc(mask & ((1u << lane) - 1))] = in[i];
}

// A queue whose slots have flags of their own.
__global__ void slotFlags(unsigned *tail, unsigned *ready, int *slots,
                          int *out) {
  if (blockIdx.x % 2 == 0) {
    if (threadIdx.x == 0) {
      unsigned slot = atomicAdd(tail, 1u); // ok: unreleased-publish, unacquired-ticket
      slots[slot] = int(blockIdx.x);
      cuda::atomic_ref<unsigned, cuda::thread_scope_device> flag(ready[slot]);
      flag.store(1, cuda::memory_order_release);
    }
  } else if (threadIdx.x == 0) {
    cuda::atomic_ref<unsigned, cuda::thread_scope_device> flag(
        ready[blockIdx.x / 2]);
    while (flag.load(cuda::memory_order_acquire) == 0) {
    }
    out[blockIdx.x / 2] = slots[blockIdx.x / 2];
  }
}

// Warps of one block hand over through volatile shared memory and a named
// barrier, which orders among its participants.
__global__ void namedBarrier(const float *in, float *out) {
  __shared__ float stage[64];
  if (threadIdx.x < 32) {
    stage[threadIdx.x] = in[threadIdx.x];
    asm volatile("bar.sync 1, 64;" ::: "memory");
  } else if (threadIdx.x < 64) {
    asm volatile("bar.sync 1, 64;" ::: "memory");
    out[threadIdx.x - 32] = stage[threadIdx.x - 32];
  }
}

// A time-out: the loop may also end without the flag; the fence follows anyway.
__global__ void bounded(const volatile unsigned *ready, const float *in,
                        float *out, int tries) {
  if (threadIdx.x == 0) {
    for (int i = 0; i < tries && *ready == 0; ++i) // ok: relaxed-poll
      __nanosleep(100);
    __threadfence();
  }
  __syncthreads();
  out[threadIdx.x] = in[threadIdx.x];
}

// The abort flag carries no data.
__global__ void worker(const volatile int *stop, const float *in, float *out,
                       int n) {
  for (int i = threadIdx.x; i < n && !*stop; i += blockDim.x) // ok: relaxed-poll
    out[i] = in[i] * 2.0f;
}

__global__ void stoppable(const volatile int *stop, const float *in, float *out,
                          int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    if (*stop) // ok: relaxed-poll
      return;
    out[i] = in[i] * 2.0f;
  }
}

// A compare-and-swap loop that updates a word: no lock, no poll.
__device__ float atomicMaxFloat(float *at, float value) {
  unsigned *word = (unsigned *)at;
  unsigned old = *word, assumed;
  do {
    assumed = old;
    if (__uint_as_float(assumed) >= value)
      break;
    old = atomicCAS(word, assumed, __float_as_uint(value)); // ok: relaxed-poll, unfenced-lock // expect: contended-atomic
  } while (old != assumed);
  return __uint_as_float(old);
}

__global__ void maximum(const float *in, float *best, float *copy) {
  atomicMaxFloat(best, in[threadIdx.x]);
  copy[threadIdx.x] = in[threadIdx.x];
}

// Open addressing: the probe ends on an empty or an equal key.
__global__ void insert(unsigned *keys, unsigned *values, const unsigned *in,
                       unsigned mask) {
  unsigned key = in[threadIdx.x], slot = key & mask;
  while (true) {
    unsigned was = atomicCAS(&keys[slot], 0u, key); // ok: relaxed-poll, unfenced-lock
    if (was == 0u || was == key)
      break;
    slot = (slot + 1) & mask;
  }
  values[slot] = threadIdx.x;
}

// Persistent blocks draw tiles until none is left.
__global__ void persistent(unsigned *next, const float *in, float *out,
                           unsigned tiles) {
  __shared__ unsigned mine;
  for (;;) {
    __syncthreads();
    if (threadIdx.x == 0)
      mine = atomicAdd(next, 1u); // ok: relaxed-poll, unacquired-ticket
    __syncthreads();
    if (mine >= tiles)
      return;
    out[mine * blockDim.x + threadIdx.x] = in[mine * blockDim.x + threadIdx.x];
  }
}
