// Two meetings of peers in one kernel, each with its own row of flags; the
// round is a word of the block: all its threads read it, one counts it up.
struct Desk {
  unsigned first[36][8];
  unsigned second[36][8];
  unsigned round[36];
};
struct Desks { Desk *of[8]; };

template <int N> __device__ void meetFirst(const Desks &all, Desk *self, int rank) {
  unsigned round = self->round[blockIdx.x] + 1;
  if (threadIdx.x < N) {
    unsigned *theirs = &all.of[threadIdx.x]->first[blockIdx.x][rank];
    unsigned *mine = &self->first[blockIdx.x][threadIdx.x];
    asm volatile("st.volatile.global.u32 [%1], %0;" ::"r"(round), "l"(theirs));
    unsigned got;
    do {
      asm volatile("ld.volatile.global.u32 %0, [%1];" : "=r"(got) : "l"(mine));
    } while (got != round); // ok: relaxed-poll
  }
  __syncthreads();
  if (threadIdx.x == 0)
    self->round[blockIdx.x] = round;
}
template <int N> __device__ void meetLast(const Desks &all, Desk *self, int rank) {
  __syncthreads();
  unsigned round = self->round[blockIdx.x] + 1;
  if (threadIdx.x < N) {
    unsigned *theirs = &all.of[threadIdx.x]->second[blockIdx.x][rank];
    unsigned *mine = &self->second[blockIdx.x][threadIdx.x];
    asm volatile("st.volatile.global.u32 [%1], %0;" ::"r"(round), "l"(theirs));
    unsigned got;
    do {
      asm volatile("ld.volatile.global.u32 %0, [%1];" : "=r"(got) : "l"(mine));
    } while (got != round);
  }
  if (threadIdx.x == 0)
    self->round[blockIdx.x] = round;
}
template <int N>
__global__ void addUp(Desks all, Desk *self, float *out, int rank) {
  meetFirst<N>(all, self, rank);
  out[blockIdx.x * blockDim.x + threadIdx.x] = rank;
  meetLast<N>(all, self, rank);
}
template __global__ void addUp<2>(Desks, Desk *, float *, int);
template __global__ void addUp<4>(Desks, Desk *, float *, int);

// Behind the meeting, what a peer has put there is read.
__global__ void meetAndRead(Desks all, Desk *self, const float *letters,
                            float *out, int rank, unsigned round) {
  if (threadIdx.x == 0) {
    unsigned *mine = &self->first[blockIdx.x][1];
    unsigned got;
    do {
      asm volatile("ld.volatile.global.u32 %0, [%1];" : "=r"(got) : "l"(mine)); // expect: relaxed-poll
    } while (got != round);
  }
  __syncthreads();
  out[blockIdx.x * blockDim.x + threadIdx.x] = letters[threadIdx.x];
}
