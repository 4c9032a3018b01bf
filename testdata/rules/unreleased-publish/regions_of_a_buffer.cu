// A count of rounds at the start of a buffer, and words behind it for which
// others wait.

__global__ void countsBefore(unsigned *buffer, float *data, float *out) {
  unsigned *words = buffer + 1024;
  if (threadIdx.x == 0) {
    data[blockIdx.x] = 1.0f;
    atomicAdd(buffer, 1u); // ok: unreleased-publish
  }
  if (threadIdx.x == 32) {
    while (*(volatile unsigned *)(words + blockIdx.x) == 0) {
    }
    __threadfence();
    out[blockIdx.x] = data[blockIdx.x ^ 1];
  }
}

__global__ void countsThere(unsigned *room, float *item, float *out) {
  unsigned *words = room + 1024;
  if (threadIdx.x == 0) {
    item[blockIdx.x] = 1.0f;
    atomicAdd(words + (blockIdx.x ^ 1), 1u); // expect: unreleased-publish
  }
  if (threadIdx.x == 32) {
    while (*(volatile unsigned *)(words + blockIdx.x) == 0) {
    }
    __threadfence();
    out[blockIdx.x] = item[blockIdx.x ^ 1];
  }
}
