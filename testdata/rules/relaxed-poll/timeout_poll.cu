__global__ void wait(const volatile int *flag, const float *c, float *out,
                     int *err) {
  if (threadIdx.x == 0) {
    long long t0 = clock64();
    while (*flag == 0) {  // expect: relaxed-poll
      if (clock64() - t0 > 1000000000ll) {
        *err = 1;
        break;
      }
    }
  }
  __syncthreads();
  out[threadIdx.x] = c[threadIdx.x];
}
