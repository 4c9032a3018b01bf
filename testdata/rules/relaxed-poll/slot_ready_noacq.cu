struct Slot {
  int payload[4];
  int ready;
};
__global__ void producer(Slot *ring, int *tail, const int *src) {
  int s = atomicAdd(tail, 1);
  for (int k = 0; k < 4; ++k)
    ring[s].payload[k] = src[threadIdx.x * 4 + k];
  __threadfence();
  atomicExch(&ring[s].ready, 1);
}
__global__ void consumer(Slot *ring, int *head, int *dst) {
  int s = atomicAdd(head, 1);
  while (atomicAdd(&ring[s].ready, 0) == 0) {  // expect: relaxed-poll, rmw-poll
  }
  for (int k = 0; k < 4; ++k)
    dst[threadIdx.x * 4 + k] = ring[s].payload[k];
}
