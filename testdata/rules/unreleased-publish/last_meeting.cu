// Ranks meet once more before their kernels end, so that nobody overwrites an
// input that another still reads.
struct Room {
  unsigned seen[2][64][8];
};
struct Rooms { Room *of[8]; };
struct Tables { float *of[8]; };

__device__ void meet(const Rooms &all, Room *own, int rank, unsigned round) {
  __syncthreads();
  if (threadIdx.x < 8) {
    unsigned *to = &all.of[threadIdx.x]->seen[round % 2][blockIdx.x][rank];
    unsigned *at = &own->seen[round % 2][blockIdx.x][threadIdx.x];
    asm volatile("st.volatile.global.u32 [%1], %0;" ::"r"(round), "l"(to) : "memory");
    unsigned got;
    do {
      asm volatile("ld.volatile.global.u32 %0, [%1];" : "=r"(got) : "l"(at) : "memory");
    } while (got != round);
  }
}

// Each rank reads what all hold, and keeps the sum to itself.
__global__ void sumOfAll(Tables in, Rooms all, Room *own, float *sum, int rank, unsigned round) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float s = 0;
  for (int r = 0; r < 8; ++r)
    s += in.of[r][i];
  sum[i] = s;
  meet(all, own, rank, round); // ok: unreleased-publish
}

// Here the result goes to the others, who read it in their next kernel.
__global__ void giveToAll(const float *in, Tables out, Rooms all, Room *own, int rank, unsigned round) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int r = 0; r < 8; ++r)
    out.of[r][rank * 1024 + i] = in[i];
  meet(all, own, rank, round); // expect: unreleased-publish
}

// The same meeting by counters: each rank adds to a word of every other one.
__device__ void meetByCount(const Rooms &all, Room *own, int rank, unsigned round) {
  __syncthreads();
  if (threadIdx.x == 0) {
    for (int r = 0; r < 8; ++r)
      asm volatile("red.relaxed.sys.global.add.u32 [%0], 1;" ::"l"(&all.of[r]->seen[0][blockIdx.x][0]) : "memory");
    unsigned got;
    do {
      asm volatile("ld.acquire.sys.global.u32 %0, [%1];" : "=r"(got) : "l"(&own->seen[0][blockIdx.x][0]) : "memory");
    } while (got != 8 * round);
  }
}

// Whoever reads the sum does so in a later kernel: worth a note.
__global__ void sumOfAllCounted(Tables in, Rooms all, Room *own, float *sum, int rank, unsigned round) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float s = 0;
  for (int r = 0; r < 8; ++r)
    s += in.of[r][i];
  sum[i] = s;
  meetByCount(all, own, rank, round); // expect: unreleased-publish
}

__global__ void giveToAllCounted(const float *in, Tables out, Rooms all, Room *own, int rank, unsigned round) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int r = 0; r < 8; ++r)
    out.of[r][rank * 1024 + i] = in[i];
  meetByCount(all, own, rank, round); // expect: unreleased-publish
}
