struct Snap {
  volatile unsigned seq;
  float a, b;
};
__global__ void writer(Snap *s, float x) {
  unsigned q = s->seq;
  s->seq = q + 1;
  s->a = x;
  s->b = -x;
  s->seq = q + 2;  // expect: unreleased-publish
}
__global__ void reader(Snap *s, float *out) {
  unsigned s1, s2;
  float a, b;
  do {
    s1 = s->seq;  // expect: relaxed-poll
    a = s->a;
    b = s->b;
    s2 = s->seq;
  } while (s1 != s2 || (s1 & 1));
  out[threadIdx.x] = a + b;
}
