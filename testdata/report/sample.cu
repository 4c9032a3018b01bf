// The source behind the hand-made run of the reporter tests.
__device__ void wait(const int *flag) {
  while (__ldcg(flag) == 0) {}
}

__global__ void consume(const int *flag, float *data, float *out) {
	wait(flag);
  /* café 😀 */ out[0] = data[0];
}

__global__ void produce(int *flag, float *data) {
  data[0] = 1.0f;
  atomicExch(flag, 1);
}
