// arch: sm_89
// One-sided fences, assembled for a target that has none.
__device__ void acquireFence() {
  asm volatile("fence.acquire.gpu;" ::: "memory"); // expect: unsupported-fence
}

__device__ void fullFence() {
  asm volatile("fence.acq_rel.gpu;" ::: "memory"); // ok: unsupported-fence
}

__device__ int poll(const int *flag) {
  int v;
  asm volatile("ld.relaxed.gpu.global.s32 %0, [%1];"
               : "=r"(v)
               : "l"(flag)
               : "memory");
  return v;
}

__global__ void consume(const int *flag, const float *data, float *out) {
  while (poll(flag) == 0) {
  }
  acquireFence();
  out[0] = data[0];
}

__global__ void consumeRepaired(const int *flag, const float *data,
                                float *out) {
  while (poll(flag) == 0) {
  }
  fullFence();
  out[0] = data[0];
}

__global__ void publish(int *flag, float *data) {
  data[0] = 1.0f;
  asm volatile("fence.release.sys;\n\t" // expect: unsupported-fence
               "st.relaxed.sys.global.s32 [%0], 1;" ::"l"(flag)
               : "memory");
}

// The compiler writes fence.acq_rel for these.
__global__ void publishByLibrary(int *flag, float *data) {
  data[0] = 1.0f;
  __nv_atomic_thread_fence(__NV_ATOMIC_RELEASE, __NV_THREAD_SCOPE_DEVICE); // ok: unsupported-fence
  atomicExch(flag, 1);
}

// Code for the newer targets alone.
__global__ void guarded(int *flag, float *data) {
  data[0] = 1.0f;
#if __CUDA_ARCH__ >= 900
  asm volatile("fence.release.gpu;" ::: "memory"); // ok: unsupported-fence
#else
  asm volatile("fence.acq_rel.gpu;" ::: "memory"); // ok: unsupported-fence
#endif
  atomicExch(flag, 1);
}
