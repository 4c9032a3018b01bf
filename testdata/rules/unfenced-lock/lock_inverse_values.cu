__global__ void put(int *lk, int *top, int *stack, int v) {
  if (threadIdx.x == 0) {
    while (atomicExch(lk, 0) == 0) {  // expect: unfenced-lock
    }
    stack[*top] = v;
    *top += 1;
    __threadfence();
    atomicExch(lk, 1);
  }
}
