// The host fills one struct with pointers to its memory and hands a copy of it to the kernel.

struct Job {
  unsigned long long from, to;
};
struct Mailbox {
  Job *jobs;
  volatile unsigned *posted;
};

__global__ void postNarrow(Mailbox m, unsigned long long from, unsigned long long to) {
  if (blockIdx.x != 0 || threadIdx.x != 0)
    return;
  m.jobs[0].from = from;
  m.jobs[0].to = to;
  __threadfence(); // expect: narrow-scope
  *m.posted = 1;
}

__global__ void postWide(Mailbox m, unsigned long long from, unsigned long long to) {
  if (blockIdx.x != 0 || threadIdx.x != 0)
    return;
  m.jobs[0].from = from;
  m.jobs[0].to = to;
  __threadfence_system(); // ok: narrow-scope
  *m.posted = 1;
}

__global__ void postNear(Mailbox m, unsigned long long from, unsigned long long to) {
  if (blockIdx.x != 0 || threadIdx.x != 0)
    return;
  m.jobs[0].from = from;
  m.jobs[0].to = to;
  __threadfence(); // ok: narrow-scope
  *m.posted = 1;
}

void start(unsigned long long from, unsigned long long to) {
  Mailbox own, passed;
  cudaMallocHost(&own.jobs, 64 * sizeof(Job));
  cudaMallocHost((void **)&own.posted, sizeof(unsigned));
  passed = own;
  postNarrow<<<1, 32>>>(passed, from, to);
  postWide<<<1, 32>>>(passed, from, to);
  Mailbox near;
  cudaMalloc(&near.jobs, 64 * sizeof(Job));
  cudaMalloc((void **)&near.posted, sizeof(unsigned));
  passed = near;
  postNear<<<1, 32>>>(passed, from, to);
}
