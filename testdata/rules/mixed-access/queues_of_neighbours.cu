// Each block has a queue of its own, and takes from that of the next block when
// its own is empty: what is the block's own is not its own alone.
struct Queue {
  int first, last;
  int jobs[128];
};

__device__ bool add(Queue *q, int job) {
  int last = q->last;
  if (last - q->first >= 128) // expect: mixed-access
    return false;
  q->jobs[last % 128] = job;
  __threadfence();
  *(volatile int *)&q->last = last + 1;
  return true;
}
__device__ bool addAsking(Queue *q, int job) {
  int last = q->last;
  if (last - *(volatile int *)&q->first >= 128) // ok: mixed-access
    return false;
  q->jobs[last % 128] = job;
  __threadfence();
  *(volatile int *)&q->last = last + 1;
  return true;
}
__device__ int take(Queue *q) {
  int first = *(volatile int *)&q->first;
  __threadfence();
  int last = *(volatile int *)&q->last;
  __threadfence();
  if (first >= last)
    return -1;
  int job = *(volatile int *)&q->jobs[first % 128];
  return atomicCAS(&q->first, first, first + 1) == first ? job : -1;
}

__global__ void shared(Queue *queues, int *done, int rounds) {
  if (threadIdx.x)
    return;
  for (int r = 0; r < rounds; ++r) {
    add(queues + blockIdx.x, r);
    int job = take(queues + (blockIdx.x + 1) % gridDim.x);
    if (job >= 0)
      done[blockIdx.x] += job;
  }
}
__global__ void sharedInOrder(Queue *queues, int *done, int rounds) {
  if (threadIdx.x)
    return;
  for (int r = 0; r < rounds; ++r) {
    addAsking(queues + blockIdx.x, r);
    int job = take(queues + (blockIdx.x + 1) % gridDim.x);
    if (job >= 0)
      done[blockIdx.x] += job;
  }
}
__device__ bool addToo(Queue *q, int job) {
  int last = q->last;
  if (last - q->first >= 128) // expect: mixed-access
    return false;
  q->jobs[last % 128] = job;
  __threadfence();
  *(volatile int *)&q->last = last + 1;
  return true;
}
// Whose queue is next is drawn.
__global__ void drawn(Queue *queues, int *done, int rounds) {
  if (threadIdx.x)
    return;
  unsigned seed = blockIdx.x;
  for (int r = 0; r < rounds; ++r) {
    addToo(queues + blockIdx.x, r);
    seed = seed * 1664525u + 1013904223u;
    int job = take(queues + seed % gridDim.x);
    if (job >= 0)
      done[blockIdx.x] += job;
  }
}
// A queue that no other block touches.
__global__ void alone(Queue *queues, int *done, int rounds) {
  if (threadIdx.x)
    return;
  for (int r = 0; r < rounds; ++r) {
    Queue *q = queues + blockIdx.x;
    int last = q->last;
    if (last - q->first < 128) { // ok: mixed-access
      q->jobs[last % 128] = r;
      q->last = last + 1;
    }
    int job = take(q);
    if (job >= 0)
      done[blockIdx.x] += job;
  }
}
