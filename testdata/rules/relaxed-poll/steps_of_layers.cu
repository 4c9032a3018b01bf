// Each step waits for the count of the one before and raises its own: the next
// word of the same array.
__global__ void step(unsigned *counts, float *hidden, int layer, unsigned all) {
  if (threadIdx.x == 0)
    while (*(volatile unsigned *)&counts[layer] < all) // expect: relaxed-poll
      __nanosleep(50);
  __syncthreads();
  float sum = hidden[layer * 512 + threadIdx.x] + hidden[layer * 512 + (threadIdx.x ^ 1)];
  hidden[(layer + 1) * 512 + threadIdx.x] = sum;
  __syncthreads();
  if (threadIdx.x == 0)
    asm volatile("red.release.gpu.global.add.u32 [%0], 1;" ::"l"(counts + layer + 1) : "memory");
}

__global__ void stepInOrder(unsigned *counts, float *hidden, int layer, unsigned all) {
  if (threadIdx.x == 0) {
    while (*(volatile unsigned *)&counts[layer] < all) // ok: relaxed-poll
      __nanosleep(50);
    __threadfence();
  }
  __syncthreads();
  float sum = hidden[layer * 512 + threadIdx.x] + hidden[layer * 512 + (threadIdx.x ^ 1)];
  hidden[(layer + 1) * 512 + threadIdx.x] = sum;
  __syncthreads();
  if (threadIdx.x == 0)
    asm volatile("red.release.gpu.global.add.u32 [%0], 1;" ::"l"(counts + layer + 1) : "memory");
}
