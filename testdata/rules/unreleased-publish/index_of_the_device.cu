// The index up to which a device has answered: the thread that has seen the
// answer notes it for others, who ask for either. Nothing that was stored
// before the wait is told on by that.
struct Ring {
  unsigned long long next;
  unsigned long long seen;
  unsigned char *owner;
};

__device__ void waitForAnswer(Ring *r, unsigned long long index) {
  unsigned long long seen;
  unsigned char owner;
  do {
    asm volatile("ld.relaxed.gpu.b64 %0, [%1];" : "=l"(seen) : "l"(&r->seen));
    if (index < seen)
      return;
    owner = *(volatile unsigned char *)r->owner;
  } while (owner != (index & 1));
  __threadfence();
  atomicMax(&r->seen, index + 1); // ok: unreleased-publish
}

// The device fills the second half of the work area.
__global__ void post(Ring *r, int *work, int n, int *done) {
  int mine = blockIdx.x * blockDim.x + threadIdx.x;
  work[mine] = mine;
  waitForAnswer(r, mine);
  done[mine] = work[n + mine];
}

// Noted between the two halves: what was stored behind the wait is told on.
__global__ void postBehind(Ring *r, int *work, int n, int *done) {
  int mine = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned long long seen;
  unsigned char owner;
  do {
    asm volatile("ld.relaxed.gpu.b64 %0, [%1];" : "=l"(seen) : "l"(&r->seen));
    owner = *(volatile unsigned char *)r->owner;
  } while (seen <= mine && owner != (mine & 1));
  __threadfence();
  work[mine] = mine;
  atomicMax(&r->seen, mine + 1ull); // expect: unreleased-publish
  done[mine] = work[n + mine];
}

struct Turn {
  unsigned now;
};

// A turn that is waited for and given on does tell of what came before.
__global__ void takeTurns(Turn *t, float *sum) {
  if (threadIdx.x != 0)
    return;
  while (*(volatile unsigned *)&t->now != blockIdx.x)
    ;
  __threadfence();
  sum[0] += 1;
  *(volatile unsigned *)&t->now = blockIdx.x + 1; // expect: unreleased-publish
}

// Ready words that the reader asks for one by one, in one condition.
__global__ void twoSigned(int *first, int *last, const int *x) {
  if (threadIdx.x == 0) {
    *(volatile int *)first = -x[blockIdx.x] - 1;
    *(volatile int *)last = -x[blockIdx.x + 1] - 1; // ok: unreleased-publish
  } else if (threadIdx.x == 32) {
    int a, b;
    while (true) {
      a = *(volatile int *)first;
      b = *(volatile int *)last;
      if (a < 0 && b < 0)
        break;
    }
    if (b - a > 100)
      __trap();
  }
}

// The first word is read, but not asked for.
__global__ void oneSigned(int *from, int *upTo, const int *x) {
  if (threadIdx.x == 0) {
    *(volatile int *)from = x[blockIdx.x];
    *(volatile int *)upTo = -x[blockIdx.x + 1] - 1; // expect: unreleased-publish
  } else if (threadIdx.x == 32) {
    int a, b;
    while (true) {
      a = *(volatile int *)from;
      b = *(volatile int *)upTo; // expect: relaxed-poll
      if (b < 0)
        break;
    }
    if (b - a > 100)
      __trap();
  }
}
