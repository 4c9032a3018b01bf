// A manager that the first warp sets up, and answers that the warps wait for:
// the answers are not for the manager's own members.
struct Record {
  volatile int asked;
  volatile int answered;
};
struct Manager {
  Record *records;
  int warps;
};

__device__ void ask(Manager *m, int warp) {
  Record *record = &m->records[warp];
  record->asked = 1;
  while (record->answered == 0) // ok: relaxed-poll
    __nanosleep(20);
  record->answered = 0;
}
__device__ void answerAll(Manager *m, volatile bool *stop) {
  while (!*stop)
    for (int w = 1; w < m->warps; ++w)
      if (m->records[w].asked) {
        m->records[w].asked = 0;
        __threadfence();
        m->records[w].answered = 1;
      }
}
__global__ void serve(Manager *m, Record *records, volatile bool *stop, int rounds) {
  int warp = threadIdx.x / 32;
  if (threadIdx.x % 32 != 0)
    return;
  if (warp == 0) {
    m->records = records;
    m->warps = blockDim.x / 32;
  }
  __syncthreads();
  if (warp == 0)
    answerAll(m, stop);
  else
    for (int i = 0; i < rounds; ++i)
      ask(m, warp);
}

// What the answer brings.
__global__ void serveValues(Record *records, float *values, float *out) {
  int warp = threadIdx.x / 32;
  if (threadIdx.x % 32 != 0)
    return;
  if (blockIdx.x == 0) {
    values[warp] = warp;
    __threadfence();
    records[warp].answered = 1;
  } else {
    while (records[warp].answered == 0) // expect: relaxed-poll
      __nanosleep(20);
    out[warp] = values[warp];
  }
}

// The barrier joins one block: here others set up what is read.
__global__ void lookAcross(float *data, const int *to, int *met, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int other = to[i];
  data[i] = i;
  __syncthreads();
  float early = data[other];
  if (threadIdx.x == 0) {
    __threadfence();
    atomicAdd(met, 1);
  }
  while (*(volatile int *)met != gridDim.x) // expect: relaxed-poll
    ;
  out[i] = data[other] - early;
}

// What each block keeps for itself.
__global__ void lookAtOwn(float *data, int *met, float *out) {
  float *own = data + blockIdx.x * blockDim.x;
  int other = blockDim.x - 1 - threadIdx.x;
  own[threadIdx.x] = threadIdx.x;
  __syncthreads();
  float early = own[other];
  if (threadIdx.x == 0) {
    __threadfence();
    atomicAdd(met, 1);
  }
  while (*(volatile int *)met != gridDim.x) // ok: relaxed-poll
    ;
  out[blockIdx.x * blockDim.x + threadIdx.x] = own[other] - early;
}

// One block sets up for all.
__global__ void lookAtFirst(int *size, volatile int *flag, int *out) {
  if (blockIdx.x == 0 && threadIdx.x == 0) {
    *size = 64; // expect: mixed-access
    __threadfence();
    *flag = 1;
  }
  __syncthreads();
  int early = *size;
  while (*flag == 0) // expect: relaxed-poll
    ;
  out[blockIdx.x * blockDim.x + threadIdx.x] = *size - early;
}
