// A work queue of a network adapter and its doorbell. The adapter reads the
// entries where they lie: in this GPU's memory, GPU scope is enough for it.
#include <cuda_runtime.h>
struct Entry {
  unsigned long long words[2];
};
struct Queue {
  Entry *entries;
  unsigned *record;
  unsigned long long *door;
  int byProxy;
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

// Nothing shows where the queue lies.
__global__ void post(Queue *q, unsigned long long what) {
  q->entries[threadIdx.x].words[0] = what;
  releaseForGpu(); // ok: narrow-scope
  ring(q->door, what);
}
__global__ void postForAll(Queue *q, unsigned long long what) {
  q->entries[threadIdx.x].words[0] = what;
  releaseForAll();
  ring(q->door, what);
}

// The record is read by the adapter too.
__global__ void postAndRecord(Queue *q, unsigned long long what) {
  q->entries[threadIdx.x].words[0] = what;
  releaseForGpu(); // ok: narrow-scope
  asm volatile("st.relaxed.sys.global.u32 [%0], %1;" ::"l"(q->record), "r"(unsigned(what)) : "memory");
  releaseForGpu(); // ok: narrow-scope
  ring(q->door, what);
}

// In one mode another thread rings, and the word stands for the doorbell.
__global__ void postByMode(Queue *q, unsigned long long what) {
  q->entries[threadIdx.x].words[0] = what;
  releaseForGpu(); // ok: narrow-scope
  if (q->byProxy)
    asm volatile("st.relaxed.sys.global.b64 [%0], %1;" ::"l"(q->door), "l"(what) : "memory");
  else
    ring(q->door, what);
}

__global__ void postMapped(Entry *entries, unsigned long long *door, unsigned long long what) {
  entries[threadIdx.x].words[0] = what;
  releaseForGpu(); // expect: narrow-scope
  ring(door, what);
}
__global__ void postMappedForAll(Entry *entries, unsigned long long *door, unsigned long long what) {
  entries[threadIdx.x].words[0] = what;
  releaseForAll();
  ring(door, what);
}
__global__ void postOwn(Entry *entries, unsigned long long *door, unsigned long long what) {
  entries[threadIdx.x].words[0] = what;
  releaseForGpu(); // ok: narrow-scope
  ring(door, what);
}

void run(unsigned long long *door) {
  Entry *mapped, *own;
  cudaHostAlloc((void **)&mapped, 32 * sizeof(Entry), cudaHostAllocMapped);
  cudaMalloc((void **)&own, 32 * sizeof(Entry));
  postMapped<<<1, 32>>>(mapped, door, 1);
  postMappedForAll<<<1, 32>>>(mapped, door, 1);
  postOwn<<<1, 32>>>(own, door, 1);
}

// What the kernel was given besides the queue is not what the adapter is called
// for.
__global__ void storeAndPost(Queue *q, float *out, unsigned long long what) {
  out[threadIdx.x] = 1;
  releaseForGpu(); // ok: narrow-scope
  ring(q->door, what);
}
