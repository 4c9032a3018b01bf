// A count that falls to zero: the threads that draw none start from the number
// that is asked for, but do not come to the question.
__global__ void last(const float *in, float *parts, float *sum,
                     unsigned *left) {
  parts[blockIdx.x * blockDim.x + threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  unsigned ticket = 0;
  if (threadIdx.x == 0) {
    __threadfence();
    ticket = atomicSub(left, 1) - 1; // expect: unacquired-ticket
  }
  if (threadIdx.x == 0 && ticket == 0)
    for (unsigned i = 0; i < gridDim.x * blockDim.x; ++i)
      *sum += parts[i];
}
