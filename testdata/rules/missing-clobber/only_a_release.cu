// A turn is passed on by a fence without a clobber. What it acquires is a read
// that stands before it, where there is one.

struct Bounds {
  const int *starts;
};

__device__ void waitForTurn(int *turn, int mine) {
  int now;
  do
    asm volatile("ld.acquire.gpu.global.b32 %0, [%1];"
                 : "=r"(now)
                 : "l"(turn)
                 : "memory");
  while (now != mine);
}

__device__ void waitRelaxed(int *turn, int mine) {
  int now;
  do
    asm volatile("ld.relaxed.gpu.global.b32 %0, [%1];"
                 : "=r"(now)
                 : "l"(turn)
                 : "memory");
  while (now != mine);
}

__device__ void passTurn(int *turn) {
  asm volatile("red.relaxed.gpu.global.add.s32 [%0], 1;" ::"l"(turn));
}

// Each turn reads its bounds anew; the wait acquires by itself.
__global__ void addInTurn(Bounds bounds, float *sum, int *turn, int mine,
                          int rounds) {
  if (threadIdx.x == 0)
    for (int r = 0; r < rounds; ++r) {
      int from = r > 2 ? bounds.starts[r] : 0;
      waitForTurn(turn + r, mine);
      asm volatile("red.relaxed.gpu.global.add.f32 [%0], %1;" ::"l"(sum + from),
                   "f"(1.0f));
      asm volatile("fence.acq_rel.gpu;"); // ok: missing-clobber
      passTurn(turn + r);
    }
}

// Here the fence is what makes the wait an acquire.
__global__ void addBehindFence(Bounds bounds, float *sum, int *turn, int mine,
                               int rounds) {
  if (threadIdx.x == 0)
    for (int r = 0; r < rounds; ++r) {
      waitRelaxed(turn + r, mine);
      asm volatile("fence.acq_rel.gpu;"); // expect: missing-clobber
      int from = r > 2 ? bounds.starts[r] : 0;
      asm volatile("red.relaxed.gpu.global.add.f32 [%0], %1;" ::"l"(sum + from),
                   "f"(1.0f));
      passTurn(turn + r);
    }
}
