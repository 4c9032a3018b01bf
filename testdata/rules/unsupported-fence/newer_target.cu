// arch: sm_90
// One-sided fences where the target has them.
__global__ void publish(int *flag, float *data) {
  data[0] = 1.0f;
  asm volatile("fence.release.gpu;" ::: "memory"); // ok: unsupported-fence
  asm volatile("st.relaxed.gpu.global.s32 [%0], 1;" ::"l"(flag) : "memory");
}
