__global__ void or_zero(unsigned *flag, const float *data, float *out) {
  if (threadIdx.x == 0)
    while (atomicOr(flag, 0u) == 0u) { // expect: rmw-poll
    }
  __threadfence();
  __syncthreads();
  out[threadIdx.x] = data[threadIdx.x];
}
// The exchange takes what it reads.
__global__ void takes(unsigned *box, unsigned *out) {
  if (threadIdx.x == 0) {
    unsigned v;
    while ((v = atomicExch(box, 0u)) == 0u) { // ok: rmw-poll
    }
    out[blockIdx.x] = v;
  }
}
// Read once.
__global__ void once(unsigned *word, unsigned *out) {
  out[threadIdx.x] = atomicAdd(word, 0u); // ok: rmw-poll
}
// Shared memory.
__global__ void shared(unsigned *out) {
  __shared__ unsigned flag;
  if (threadIdx.x == 0) flag = 0;
  __syncthreads();
  if (threadIdx.x == 0) atomicExch(&flag, 1u);
  if (threadIdx.x == 32)
    while (atomicAdd(&flag, 0u) == 0u) { // ok: rmw-poll
    }
  out[threadIdx.x] = 1;
}
