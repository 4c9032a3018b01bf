// A number that is counted around, and comes back to the block's own: no other
// block takes from its queue.
struct Queue {
  int first, last;
  int jobs[128];
};

__device__ void add(Queue *q, int job) {
  int last = q->last;
  if (last - q->first >= 128) // ok: mixed-access
    return;
  q->jobs[last % 128] = job;
  q->last = last + 1;
}
__device__ int take(Queue *q) {
  int first = *(volatile int *)&q->first;
  return atomicCAS(&q->first, first, first + 1) == first ? q->jobs[first % 128] : -1;
}

__global__ void aroundEight(Queue *queues, int *done) {
  if (threadIdx.x)
    return;
  add(queues + blockIdx.x, 1);
  done[blockIdx.x] += take(queues + (blockIdx.x + 8) % 8);
}
__global__ void aroundFour(Queue *queues, int *done) {
  if (threadIdx.x)
    return;
  add(queues + blockIdx.x, 1);
  done[blockIdx.x] += take(queues + ((blockIdx.x + 4) & 3));
}
__global__ void aroundGrid(Queue *queues, int *done) {
  if (threadIdx.x)
    return;
  add(queues + blockIdx.x, 1);
  done[blockIdx.x] += take(queues + (blockIdx.x + gridDim.x) % gridDim.x);
}
__global__ void alongOtherAxis(Queue *queues, int *done) {
  if (threadIdx.x)
    return;
  add(queues + blockIdx.x, 1);
  done[blockIdx.x] += take(queues + (blockIdx.x + 1) % gridDim.y);
}

// One queue on, around the grid.
__device__ void addAskedFor(Queue *q, int job) {
  int last = q->last;
  if (last - q->first >= 128) // expect: mixed-access
    return;
  q->jobs[last % 128] = job;
  *(volatile int *)&q->last = last + 1;
}
__global__ void back(Queue *queues, int *done) {
  if (threadIdx.x)
    return;
  addAskedFor(queues + blockIdx.x, 1);
  done[blockIdx.x] += take(queues + (blockIdx.x + gridDim.x - 1) % gridDim.x);
}
