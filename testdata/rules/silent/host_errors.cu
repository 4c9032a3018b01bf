// partly: the source has errors
// Values of the host that could not be read: nothing is known of them.
__global__ void k(float *p) { p[threadIdx.x] += 1.f; } // ok: lost-update

void run(float *d) {
  float f[2] = {missingCall(), 1.f};
  float v = missingCall() ? 1.f : other;
  float g;
  g = missing::value;
  missing_t h = {1, missingCall()};
  auto z = missingCall();
  float q = z, arr[3] = {z};
  dim3 grid(missingCall());
  k<<<grid, 32>>>(d);
}
