// The host raises the flag; the table was filled by a kernel that ran before.
// What that kernel wrote is not what the flag announces.

__device__ int table[4];

__global__ void fill(const int *in, int *log) {
  for (int i = 0; i < 4; ++i)
    if (in[i] > 0)
      log[i] = in[i] * 2;
    else
      log[i] = in[i];
  if (threadIdx.x < 4)
    table[threadIdx.x] = in[threadIdx.x];
}

__global__ void serve(const unsigned *go, int *out) {
  if (threadIdx.x == 0)
    while (*(const volatile unsigned *)go == 0) { // ok: relaxed-poll
    }
  __syncthreads();
  out[threadIdx.x] = table[threadIdx.x & 3];
}
