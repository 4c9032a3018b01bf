// A time is written for a profile; what starts from one is data.
__global__ void seeded(unsigned *data, int *flag) {
  unsigned s = unsigned(clock64()) ^ threadIdx.x;
  data[threadIdx.x] = s * 1664525u + 1013904223u;
  __syncthreads();
  if (threadIdx.x == 0)
    *(volatile int *)flag = 1; // expect: unreleased-publish
}

__global__ void draw(const unsigned *data, const int *flag, unsigned *out) {
  while (*(const volatile int *)flag == 0) {
  }
  __threadfence();
  out[threadIdx.x] = data[threadIdx.x];
}
