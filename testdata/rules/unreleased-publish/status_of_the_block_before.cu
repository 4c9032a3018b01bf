// Each block tells the next one through a word of its own.
struct Part {
  int done;
  float sum;
};

__global__ void chain(volatile Part *parts, float v) {
  if (threadIdx.x == 0) {
    parts[blockIdx.x].sum = v * blockIdx.x;
    parts[blockIdx.x].done = 1;                    // expect: unreleased-publish
    if (blockIdx.x) {
      while (parts[blockIdx.x - 1].done == 0) {    // expect: relaxed-poll
      }
      parts[blockIdx.x].sum = parts[blockIdx.x - 1].sum + v;
    }
  }
}

__global__ void chainReleased(volatile Part *parts, float v) {
  if (threadIdx.x == 0) {
    parts[blockIdx.x].sum = v * blockIdx.x;
    __threadfence();
    parts[blockIdx.x].done = 1;                    // ok: unreleased-publish
    if (blockIdx.x) {
      while (parts[blockIdx.x - 1].done == 0) {
      }
      __threadfence();
      parts[blockIdx.x].sum = parts[blockIdx.x - 1].sum + v;
    }
  }
}
