// An index of a queue that is kept plainly by whoever has the queue alone, and
// by strong accesses where it is shared: a wait for something else guards none.
struct Queue {
  unsigned long long head;
  unsigned long long room;
  volatile unsigned long long *answered;
};

__device__ unsigned long long roomOf(Queue *q, int mode) {
  unsigned long long room = 0;
  switch (mode) {
  case 0:
    room = q->room;
    if (room <= q->head) {
      room = *q->answered;
      q->room = room;
    }
    break;
  case 1:
    asm volatile("ld.relaxed.gpu.b64 %0, [%1];" : "=l"(room) : "l"(&q->room));
    if (room <= q->head) {
      room = *q->answered;
      asm volatile("st.relaxed.gpu.b64 [%0], %1;" ::"l"(&q->room), "l"(room));
    }
    break;
  }
  return room;
}

__global__ void send(Queue **queues, int mode, int *arrived, int *out) {
  Queue *q = queues[threadIdx.x];
  int before = (int)roomOf(q, mode);
  atomicAdd(arrived, 1);
  while (*(volatile int *)arrived < gridDim.x) // ok: relaxed-poll
    ;
  out[threadIdx.x] = (int)roomOf(q, mode) - before;
}

struct Cell {
  unsigned long long value;
};

// What is always written plainly is data.
__global__ void plainOnly(Cell *c, int *arrived, int *out) {
  if (threadIdx.x != 0)
    return;
  if (blockIdx.x == 0)
    c->value = 5;
  __threadfence();
  atomicAdd(arrived, 1);
  while (*(volatile int *)arrived < gridDim.x) // expect: relaxed-poll
    ;
  out[blockIdx.x] = (int)c->value;
}
