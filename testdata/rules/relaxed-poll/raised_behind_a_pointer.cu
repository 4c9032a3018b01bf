// The kernel that writes the totals raises the flags behind a table of pointers;
// another one gives up by name. Whoever waits does wait for the totals.
struct Job {
  unsigned done;
  float total;
};

__global__ void work(Job *jobs, const float *totals, unsigned **flagOf) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  jobs[i].total = totals[i];
  __threadfence();
  *(volatile unsigned *)flagOf[i] = 1;
}

__global__ void giveUp(Job *jobs) {
  *(volatile unsigned *)&jobs[threadIdx.x].done = 2;
}

__global__ void collect(Job *jobs, const int *wanted, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  Job *job = jobs + wanted[i];
  while (*(volatile unsigned *)&job->done == 0) { // expect: relaxed-poll
  }
  out[i] = job->total;
}

__global__ void collectOrdered(Job *jobs, const int *wanted, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  Job *job = jobs + wanted[i];
  while (*(volatile unsigned *)&job->done == 0) { // ok: relaxed-poll
  }
  __threadfence();
  out[i] = job->total;
}
