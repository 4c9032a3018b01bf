// How a queue is shared is a parameter of its functions: what one thread has to
// itself it reads plainly.
enum class Sharing { Alone, Device };
struct Ring {
  unsigned long long posted;
};

template <Sharing How>
__device__ __forceinline__ unsigned long long peek(unsigned long long *word) {
  if (How == Sharing::Alone)
    return *word; // ok: weak-poll
  return *(volatile unsigned long long *)word;
}

template <Sharing How>
__device__ void waitForPost(Ring *r, unsigned long long index) {
  while (peek<How>(&r->posted) < index) // ok: weak-poll
    ;
}

template __device__ void waitForPost<Sharing::Alone>(Ring *, unsigned long long);
template __device__ void waitForPost<Sharing::Device>(Ring *, unsigned long long);

__global__ void post(Ring *r, unsigned long long index) {
  if (threadIdx.x == 0) {
    __threadfence();
    atomicMax(&r->posted, index);
  }
}

struct Other {
  unsigned long long done;
};
// No way to read it that others' writes would show in.
__global__ void waitPlainly(Other *o, unsigned long long index) {
  while (o->done < index) // expect: weak-poll
    ;
}
__global__ void finish(Other *o, unsigned long long index) {
  if (threadIdx.x == 0) {
    __threadfence();
    atomicMax(&o->done, index);
  }
}
