// A count of a queue that each thread steps in its turn is handed over with the
// turn; that of a queue which the thread has for itself is not.
struct Queue {
  int turn, index, ready;
};

__global__ void inTurn(Queue *queue, int *slots) {
  if (threadIdx.x == 0) {
    int me = blockIdx.x;
    while (*(volatile int *)&queue->turn != me) { // expect: relaxed-poll
    }
    int at = queue->index++;
    slots[me] = at;
    __threadfence();
    *(volatile int *)&queue->turn = me + 1;
  }
}

__global__ void alone(Queue *queues, int *slots) {
  if (threadIdx.x == 0) {
    Queue *own = queues + blockIdx.x;
    while (*(volatile int *)&own->ready == 0) { // ok: relaxed-poll
    }
    int at = own->index++;
    slots[blockIdx.x * 8 + at % 8] = 1;
  }
}
