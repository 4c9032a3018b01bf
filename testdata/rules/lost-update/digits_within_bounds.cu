// The number of the thread, cut to the size that the kernel may be launched
// with, and spread over rows and columns by its digits.

template <int Size>
__device__ float *placeOf(float *tile, int stride) {
  int t = threadIdx.x % Size;
  int quad = t % 4, row = t / 4 % 8, warp = t / 4 / 8;
  return tile + quad * 2 * stride + row + warp * 16;
}

__global__ void __launch_bounds__(128)
    scaleTile(float *out, int stride, float by, const float *add) {
  float *mine = placeOf<128>(out + blockIdx.x * 64, stride);
  for (int i = 0; i < 2; ++i)
    mine[i * stride] = by * mine[i * stride] + add[i]; // ok: lost-update
}

// The block may have twice as many threads: two of them share each place.
__global__ void __launch_bounds__(256)
    scaleTileTwice(float *out, int stride, float by, const float *add) {
  float *mine = placeOf<128>(out + blockIdx.x * 64, stride);
  for (int i = 0; i < 2; ++i)
    mine[i * stride] = by * mine[i * stride] + add[i]; // expect: lost-update
}
