// Status and value of a record, both volatile: the block behind waits.
struct Step {
  volatile unsigned done;
  volatile double sum;
};

__global__ void chained(Step *step, const double *in, double *out) {
  unsigned b = blockIdx.x;
  if (threadIdx.x != 0)
    return;
  double before = 0.0;
  if (b != 0) {
    while (step[b - 1].done == 0u) {
    }
    __threadfence();
    before = step[b - 1].sum;
  }
  step[b].sum = before + in[b];
  step[b].done = 1u; // expect: unreleased-publish
  out[b] = before;
}

__global__ void chainedInOrder(Step *step, const double *in, double *out) {
  unsigned b = blockIdx.x;
  if (threadIdx.x != 0)
    return;
  double before = 0.0;
  if (b != 0) {
    while (step[b - 1].done == 0u) {
    }
    __threadfence();
    before = step[b - 1].sum;
  }
  step[b].sum = before + in[b];
  __threadfence();
  step[b].done = 1u; // ok: unreleased-publish
  out[b] = before;
}
