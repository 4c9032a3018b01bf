// One thread waits and acquires; the others read.
#include <cuda/atomic>

using Flag = cuda::atomic_ref<int, cuda::thread_scope_device>;
__device__ int raised[4];
__device__ double rows[4 * 64];

__global__ void fill(const double *in, int k) {
  rows[k * 64 + threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  if (threadIdx.x == 0)
    Flag(raised[k]).store(1, cuda::memory_order_release);
}

__global__ void noBarrier(double *out, int k) {
  if (threadIdx.x == 0)
    while (Flag(raised[k]) // expect: relaxed-poll
               .load(cuda::memory_order_acquire) == 0) {
    }
  out[threadIdx.x] = rows[k * 64 + threadIdx.x];
}

__global__ void withBarrier(double *out, int k) {
  if (threadIdx.x == 0)
    while (Flag(raised[k]) // ok: relaxed-poll
               .load(cuda::memory_order_acquire) == 0) {
    }
  __syncthreads();
  out[threadIdx.x] = rows[k * 64 + threadIdx.x];
}

__global__ void eachWaits(double *out, int k) {
  while (Flag(raised[k]) // ok: relaxed-poll
             .load(cuda::memory_order_acquire) == 0) {
  }
  out[threadIdx.x] = rows[k * 64 + threadIdx.x];
}

// The thread that waits is the one that reads.
__global__ void alone(double *out, int k) {
  if (threadIdx.x == 0) {
    while (Flag(raised[k]) // ok: relaxed-poll
               .load(cuda::memory_order_acquire) == 0) {
    }
    double sum = 0.0;
    for (int i = 0; i < 64; ++i)
      sum += rows[k * 64 + i];
    out[k] = sum;
  }
}

// The lanes hear of it by a vote, which is no barrier for memory.
__global__ void byVote(double *out, int k) {
  int lane = threadIdx.x % 32;
  bool go = false;
  do {
    if (lane == 0)
      go = Flag(raised[k]) // expect: relaxed-poll
               .load(cuda::memory_order_acquire) != 0;
  } while (!__any_sync(~0u, go));
  out[threadIdx.x] = rows[k * 64 + threadIdx.x];
}

__global__ void byWarpBarrier(double *out, int k) {
  int lane = threadIdx.x % 32;
  if (lane == 0)
    while (Flag(raised[k]) // ok: relaxed-poll
               .load(cuda::memory_order_acquire) == 0) {
    }
  __syncwarp();
  out[threadIdx.x] = rows[k * 64 + threadIdx.x];
}

// Once the leader is through, each lane acquires for itself.
__global__ void eachOnce(double *out, int k) {
  int lane = threadIdx.x % 32;
  bool go = false;
  do {
    if (lane == 0)
      go = Flag(raised[k]) // ok: relaxed-poll
               .load(cuda::memory_order_acquire) != 0;
  } while (!__any_sync(~0u, go));
  int seen = Flag(raised[k]).load(cuda::memory_order_acquire);
  out[threadIdx.x] = seen * rows[k * 64 + threadIdx.x];
}

__global__ void allWaitAgain(double *out, int k) {
  if (threadIdx.x == 0)
    while (Flag(raised[k]) // ok: relaxed-poll
               .load(cuda::memory_order_acquire) == 0) {
    }
  while (Flag(raised[k]).load(cuda::memory_order_acquire) == 0) {
  }
  out[threadIdx.x] = rows[k * 64 + threadIdx.x];
}
