struct Slot {
  unsigned ready;
  float data;
};

__global__ void give(Slot *s, float v) {
  s->data = v;
  __threadfence();
  atomicExch(&s->ready, 1u);
}

__global__ void exchange(Slot *s, float *out) {
  if (blockIdx.x == 0) {
    s->data = out[0];
    __threadfence();
    atomicExch(&s->ready, 1u);
  } else {
    while (*(volatile unsigned *)&s->ready == 0u) {
    }
    out[blockIdx.x] = s->data;
  }
}
