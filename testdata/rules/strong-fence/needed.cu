// What only sequential consistency orders.
#include <cuda/atomic>
using Word = cuda::atomic<int, cuda::thread_scope_device>;

__global__ void store_buffering(int *wants, int *winner) {
  if (threadIdx.x == 0) {
    int me = blockIdx.x & 1, seen;
    asm volatile("st.relaxed.gpu.global.s32 [%0], 1;" ::"l"(&wants[me]) : "memory");
    asm volatile("fence.sc.gpu;" ::: "memory"); // ok: strong-fence
    asm volatile("ld.relaxed.gpu.global.s32 %0, [%1];" : "=r"(seen) : "l"(&wants[me ^ 1]) : "memory");
    if (!seen) atomicExch(winner, me);
  }
}

// Independent reads of independent writes.
__global__ void two_words(Word *x, Word *y, int *out) {
  int a = x->load();
  int b = y->load(); // ok: strong-fence
  out[threadIdx.x] = a * 2 + b;
}
