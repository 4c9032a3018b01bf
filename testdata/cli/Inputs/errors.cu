__global__ void consume(volatile int *flag, const int *data, int *out) {
  if (threadIdx.x == 0)
    while (*flag == 0) {
    }
  out[0] = data[0];
}
__global__ void broken(int *p) {
  int x = ;
  p[0] = x;
}
