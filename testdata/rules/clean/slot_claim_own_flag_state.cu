struct Slot {
  int state;
  float v;
};
__global__ void claim(Slot *s, const float *x, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    if (atomicCAS(&s[i].state, 0, 1) == 0) {  // ok: unreleased-publish
      s[i].v = x[i];
      __threadfence();
      atomicExch(&s[i].state, 2);
    }
}
__global__ void use(Slot *s, float *o, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    while (*(volatile int *)&s[i].state != 2) {
    }
    __threadfence();
    o[i] = s[i].v;
  }
}
