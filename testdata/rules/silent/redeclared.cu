// A constant that is declared again without its value, and used after that.
constexpr int Stride = 4;
extern const int Stride;

__global__ void spread(const float *x, float *y, int n) {
  int i = (blockIdx.x * blockDim.x + threadIdx.x) * Stride;
  if (i < n)
    y[i] = x[i]; // ok: lost-update
}
