struct Lock {
  int *m;
  __device__ void lock() {
    while (atomicCAS(m, 0, 1) != 0)  // expect: unfenced-lock
      ;
  }
  __device__ void unlock() { atomicExch(m, 0); }  // expect: unfenced-lock
};
__global__ void hist(Lock l, float *total, const float *x) {
  if (threadIdx.x == 0) {
    float v = x[blockIdx.x];
    l.lock();
    *total += v;
    l.unlock();
  }
}
