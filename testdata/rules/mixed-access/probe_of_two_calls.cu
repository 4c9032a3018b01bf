// The look before an atomic maximum only decides whether it is tried, in each
// of the two calls; a value that is used otherwise is read too early.
struct Most {
  int value;
};

__device__ inline void raise(Most &most, int value) {
  if (value > most.value) // expect: mixed-access
    atomicMax(&most.value, value);
}

__global__ void both(Most *most, const int *data, int n, bool first) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  if (first)
    raise(*most, data[i]);
  else
    raise(*most, -data[i]);
}

__global__ void scaled(Most *most, const int *data, int n, int *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  atomicMax(&most->value, data[i]); // expect: contended-atomic
  out[i] = data[i] - most->value; // expect: mixed-access
}
