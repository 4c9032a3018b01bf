// Behind the fence, the thread looks up where its peers keep their flags.
__global__ void signalAll(unsigned *tiles, int *const *peers, int rank,
                          int round) {
  if (threadIdx.x == 0) {
    while (atomicCAS(tiles + blockIdx.x, 0, 0) != 0) { // expect: rmw-poll
    }
    tiles[blockIdx.x] = 1;
    asm volatile("fence.sc.sys;");
    for (int p = 0; p < 8; ++p)
      atomicExch_system(peers[p] + rank, round);
  }
}

// Here it reads what the wait is for.
__global__ void addUp(unsigned *tiles, const float *parts, float *out) {
  if (threadIdx.x == 0) {
    while (atomicCAS(tiles + blockIdx.x, 0, 0) != 0) { // expect: rmw-poll
    }
    asm volatile("fence.acq_rel.gpu;"); // expect: missing-clobber
    float sum = 0;
    for (int i = 0; i < 8; ++i)
      sum += parts[8 * blockIdx.x + i];
    out[blockIdx.x] = sum;
  }
}

// A queue of pointers: what they lead to was written before the flag was set.
struct Job {
  int first, size;
};
__global__ void takeJob(int *ready, Job *const *queue, int *out, int slot) {
  if (threadIdx.x == 0) {
    while (atomicAdd(ready + slot, 0) == 0) { // expect: rmw-poll
    }
    asm volatile("fence.acq_rel.gpu;"); // expect: missing-clobber
    const Job *job = queue[slot];
    out[slot] = job->first + job->size;
  }
}

// A list that others lengthen: the link is what is handed over.
struct Link {
  int ready;
  Link *next;
};
__global__ void follow(Link *links, Link **out) {
  if (threadIdx.x == 0) {
    Link *link = links + blockIdx.x;
    while (*(volatile int *)&link->ready == 0) {
    }
    asm volatile("fence.acq_rel.gpu;"); // expect: missing-clobber
    out[blockIdx.x] = link->next;
  }
}
__global__ void lengthen(Link *links, Link *fresh) {
  if (threadIdx.x == 0) {
    links[blockIdx.x].next = fresh + blockIdx.x;
    __threadfence();
    *(volatile int *)&links[blockIdx.x].ready = 1;
  }
}
