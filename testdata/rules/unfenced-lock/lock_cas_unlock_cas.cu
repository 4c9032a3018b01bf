__device__ int m;
__global__ void put(int *top, int *stack, int v) {
  if (threadIdx.x == 0) {
    while (atomicCAS(&m, 0, 1) == 1)  // expect: unfenced-lock
      __nanosleep(32);
    stack[*top] = v;
    *top = *top + 1;
    atomicCAS(&m, 1, 0);  // expect: unfenced-lock
  }
}
