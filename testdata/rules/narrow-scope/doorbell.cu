// A work queue of a network adapter and its doorbell.
struct Entry {
  unsigned long long words[2];
};
struct Queue {
  Entry *entries;
  unsigned long long *door;
};
__device__ void ring(unsigned long long *door, unsigned long long value) {
  asm volatile("st.mmio.relaxed.sys.global.b64 [%0], %1;" ::"l"(door), "l"(value) : "memory");
}
__device__ void releaseForGpu() {
  asm volatile("fence.acq_rel.gpu;" ::: "memory");
}
__device__ void releaseForAll() {
  asm volatile("fence.acq_rel.sys;" ::: "memory");
}
__global__ void post(Queue *q, unsigned long long what) {
  q->entries[threadIdx.x].words[0] = what;
  releaseForGpu(); // expect: narrow-scope
  ring(q->door, what);
}
__global__ void postForAll(Queue *q, unsigned long long what) {
  q->entries[threadIdx.x].words[0] = what;
  releaseForAll();
  ring(q->door, what);
}
