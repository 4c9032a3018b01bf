// Each member of the team counts the rounds for itself; the flags are raised to
// that count, which it has read before.
struct Team {
  volatile long flags[64];
  volatile long round;
};
__device__ Team *teams[16];

__global__ void passAround(int which, int me, int left, int right, float *out) {
  Team *t = teams[which];
  long wanted = t->round;
  if (threadIdx.x == 0) {
    teams[right]->flags[me] = wanted;
    while (t->flags[left] < wanted) { // ok: relaxed-poll
    }
    t->round = t->round + 1;
  }
  out[threadIdx.x] = wanted;
}

// What the neighbour stores before it raises the flag is no count.
struct Ring {
  volatile long flags[64];
  float parcel[64];
};
__global__ void passOn(Ring *r, int me, int left, long wanted, float *out) {
  if (threadIdx.x == 0) {
    r->parcel[me] = wanted * 0.5f;
    __threadfence();
    r->flags[me] = wanted;
    while (r->flags[left] < wanted) { // expect: relaxed-poll
    }
    out[0] = r->parcel[left];
  }
}
