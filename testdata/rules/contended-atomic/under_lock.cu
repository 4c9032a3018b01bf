// Whoever holds the lock counts alone. Before the lock, all do.
struct Queue {
  int taken;
  unsigned tail, moves, tries;
  unsigned marks[64];
};

__device__ bool take(int *lock) {
  if (atomicExch(lock, 1) != 0) // expect: contended-atomic
    return false;
  __threadfence();
  return true;
}

__device__ void giveBack(int *lock) {
  __threadfence();
  atomicExch(lock, 0);
}

__global__ void advance(Queue *q, const int *wanted, int *left) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (wanted[i] == 0)
    return;
  bool done = false;
  while (!done) {
    if (take(&q->taken)) {
      q->tail = q->tail + 1;
      atomicAdd(&q->moves, 1u); // ok: contended-atomic
      giveBack(&q->taken);
      done = true;
    }
  }
  left[i] = 0;
}

__global__ void advanceCounted(Queue *q, const int *wanted, int *left) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  bool done = wanted[i] == 0;
  while (!done) {
    atomicAdd(&q->tries, 1u); // expect: contended-atomic
    if (take(&q->taken)) {
      q->tail = q->tail + 1;
      giveBack(&q->taken);
      done = true;
    }
  }
  left[i] = 0;
}
