__global__ void finish(unsigned *mask, unsigned all, const double *part,
                       double *total) {
  if (threadIdx.x == 0)
    while (atomicOr(mask, 0u) != all) {  // expect: relaxed-poll, rmw-poll
    }
  __syncthreads();
  total[threadIdx.x] = part[threadIdx.x] * 0.5;
}
