// A count that is taken back where it went too far: not by every thread.

struct Ring {
  int count, slots;
  unsigned long long head;

  __device__ bool put(unsigned long long *buffer, unsigned long long item) {
    while (true) {
      int before = atomicAdd(&count, 1);
      if (before < 0) {
        atomicSub(&count, 1); // ok: contended-atomic
        continue;
      }
      if (before >= slots) {
        atomicSub(&count, 1); // ok: contended-atomic
        return false;
      }
      buffer[atomicAdd(&head, 1ull) % slots] = item;
      return true;
    }
  }
};

__global__ void fill(Ring *ring, unsigned long long *buffer,
                     unsigned long long n) {
  unsigned long long i =
      threadIdx.x + blockIdx.x * (unsigned long long)blockDim.x;
  if (i < n)
    ring->put(buffer, i);
}
