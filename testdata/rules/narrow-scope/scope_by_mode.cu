// Blocks that update one word at different scopes are the fault; a mode that
// the whole grid is in is none.
#include <cuda/atomic>

using BlockRef = cuda::atomic_ref<int, cuda::thread_scope_block>;

__global__ void mixed(int *flag, int *data, int *out) {
  if (blockIdx.x == 0) {
    *data = 1;
    __threadfence();
    atomicAdd(flag, 1);
  } else if (blockIdx.x == 1) {
    atomicAdd_block(flag, 1);
  } else {
    while (BlockRef(*flag).load(cuda::memory_order_acquire) < 2) { // expect: narrow-scope
    }
    out[blockIdx.x] = *data;
  }
}

template <bool Alone>
__device__ void send(unsigned *sent, const unsigned *done, unsigned *rows) {
  constexpr cuda::thread_scope Scope =
      Alone ? cuda::thread_scope_block : cuda::thread_scope_device;
  cuda::atomic_ref<unsigned, Scope> count(*sent);
  rows[threadIdx.x] = 1;
  count.fetch_add(1, cuda::memory_order_relaxed);
  while (count.load(cuda::memory_order_relaxed) > // ok: narrow-scope
         *(const volatile unsigned *)done) {
  }
}

__global__ void sendByMode(unsigned *sent, const unsigned *done, unsigned *rows,
                           bool alone) {
  if (alone)
    send<true>(sent, done, rows);
  else
    send<false>(sent, done, rows);
}

// The handle that a block sends by says who shares it.
struct SendHandle {
  unsigned sent;
  int mode;
};
template <bool InBlock> __device__ void countUp(unsigned *sent) {
  if (InBlock)
    atomicAdd_block(sent, 1u);
  else
    atomicAdd(sent, 1u);
}

template <bool InBlock>
__device__ void sendRow(unsigned *sent, const unsigned *done) {
  countUp<InBlock>(sent);
  unsigned v;
  do {
    if (InBlock)
      asm volatile("ld.relaxed.cta.global.u32 %0, [%1];" : "=r"(v) : "l"(sent)); // ok: narrow-scope
    else
      asm volatile("ld.relaxed.gpu.global.u32 %0, [%1];" : "=r"(v) : "l"(sent));
  } while (v != *(const volatile unsigned *)done);
}
__global__ void sendByHandle(SendHandle *handles, const int *which, const unsigned *done,
                             int n) {
  SendHandle *h = &handles[which[blockIdx.x]];
  if (threadIdx.x == 0)
    for (int i = blockIdx.x; i < n; i += gridDim.x)
      if (h->mode == 1)
        sendRow<true>(&h->sent, done);
      else
        sendRow<false>(&h->sent, done);
}

// Each block has a role, and all have one word: some update it at block scope.
template <bool InBlock>
__device__ void meetByRole(unsigned *met, unsigned until) {
  countUp<InBlock>(met);
  unsigned v;
  do {
    if (InBlock)
      asm volatile("ld.relaxed.cta.global.u32 %0, [%1];" : "=r"(v) : "l"(met)); // expect: narrow-scope
    else
      asm volatile("ld.relaxed.gpu.global.u32 %0, [%1];" : "=r"(v) : "l"(met));
  } while (v < until);
}
__global__ void roles(unsigned *met, const int *role, unsigned until) {
  if (threadIdx.x == 0) {
    if (role[blockIdx.x])
      meetByRole<true>(met, until);
    else
      meetByRole<false>(met, until);
  }
}
