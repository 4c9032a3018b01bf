// One counter serves a barrier of the grid in one kernel, and tickets in
// another: nobody waits there for what the other one counts.
__device__ unsigned arrived;

__device__ void meet() {
  __syncthreads();
  if (threadIdx.x == 0) {
    __threadfence();
    atomicAdd(&arrived, 1);
    while (*(volatile unsigned *)&arrived < gridDim.x) {
    }
    __threadfence();
  }
  __syncthreads();
}

__global__ void inTwoSteps(float *a, const float *b) {
  a[blockIdx.x * blockDim.x + threadIdx.x] = b[threadIdx.x];
  meet();
  a[blockIdx.x * blockDim.x + threadIdx.x] += a[threadIdx.x];
}

__device__ unsigned next;
__global__ void lastOneClears(float *a, const float *b) {
  a[blockIdx.x * blockDim.x + threadIdx.x] = b[threadIdx.x];
  __syncthreads();
  if (threadIdx.x == 0 && atomicInc(&arrived, 0x7fffffff) == gridDim.x - 1) { // ok: unreleased-publish
    next = 0;
    arrived = 0; // ok: unreleased-publish
  }
}

// A flag that one kernel raises and another waits for.
__device__ volatile unsigned isThere;
__global__ void raises(float *data, const float *b) {
  data[0] = b[0];
  isThere = 1; // expect: unreleased-publish
}
__global__ void waits(const float *data, float *out) {
  while (isThere == 0) { // expect: relaxed-poll
  }
  out[threadIdx.x] = data[threadIdx.x];
}
