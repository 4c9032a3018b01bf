// Each kernel counts its rounds in the same member; what the other kernel
// wrote there was written before this one began.
struct Post {
  unsigned mine[16][8];
  unsigned theirs[2][16][8];
};
struct Posts { Post *of[8]; };

__device__ void meet(const Posts &all, Post *self, int rank) {
  if (threadIdx.x < 8) {
    unsigned round = self->mine[blockIdx.x][threadIdx.x] += 1; // ok: relaxed-poll, unreleased-publish
    unsigned *to = &all.of[threadIdx.x]->theirs[round % 2][blockIdx.x][rank];
    unsigned *at = &self->theirs[round % 2][blockIdx.x][threadIdx.x];
    *(volatile unsigned *)to = round;
    while (*(volatile unsigned *)at != round) { // ok: relaxed-poll
    }
  }
  __syncthreads();
}

__global__ void fill(Posts all, Post *self, float *__restrict__ out, int rank) {
  meet(all, self, rank);
  out[blockIdx.x * blockDim.x + threadIdx.x] = rank;
  __syncthreads();
  meet(all, self, rank); // ok: unreleased-publish
}

__global__ void twice(Posts all, Post *self, float *__restrict__ out, int rank) {
  meet(all, self, rank);
  meet(all, self, rank);
  out[blockIdx.x * blockDim.x + threadIdx.x] = rank;
}
