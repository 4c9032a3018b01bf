// Relaxed stores fill a record, kept as an array for each part; the fence behind
// them is for the index that is raised later.
__device__ void put(unsigned *to, unsigned value) {
  asm volatile("st.relaxed.gpu.global.u32 [%0], %1;" ::"l"(to), "r"(value) : "memory");
}
__device__ void raise(unsigned *ready, unsigned at) {
  __threadfence();
  while (atomicCAS(ready, at, at + 1) != at) {
  }
}
__global__ void fill(unsigned *control, unsigned *address, unsigned *data,
                     unsigned *ready, unsigned value, unsigned at) {
  if (threadIdx.x == 0) {
    put(control + at, value);
    put(address + at, value + 1);
    put(data + at, value + 2); // ok: unreleased-publish
    raise(ready, at);
  }
}

// One strong store behind plain data is the flag, and the fence comes too late.
__global__ void raiseThenFence(float *data, unsigned *ready, float value) {
  data[blockIdx.x * blockDim.x + threadIdx.x] = value;
  __syncthreads();
  if (threadIdx.x == 0) {
    put(ready + blockIdx.x, 1); // expect: unreleased-publish
    __threadfence();
  }
}
