namespace comm {
__device__ unsigned peek(const unsigned *flag);
}
__global__ void consume(const unsigned *flag, const float *data, float *out) {
  while (comm::peek(flag) == 0) {
  }
  out[threadIdx.x] = data[threadIdx.x];
}
