__global__ void publish(float *data, unsigned *flag) {
  data[blockIdx.x] = 1.0f;
  asm volatile("st.release.gpu.global.u32 [%0], 1;" ::"l"(flag));
}
