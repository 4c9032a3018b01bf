__global__ void send(volatile unsigned *tailAck, unsigned *head, float *slots,
                     const float *src, unsigned n, unsigned cap) {
  for (unsigned s = 0; s < n; ++s) {
    if (threadIdx.x == 0)
      while (s - *tailAck >= cap) {  // ok: relaxed-poll
      }
    __syncthreads();
    slots[(s % cap) * blockDim.x + threadIdx.x] =
        src[s * blockDim.x + threadIdx.x];
    __syncthreads();
    if (threadIdx.x == 0) {
      __threadfence_system();
      *(volatile unsigned *)head = s + 1;
    }
  }
}
