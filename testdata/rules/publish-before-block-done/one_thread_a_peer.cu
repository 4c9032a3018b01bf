// A few threads tell one peer each that the block has written.
struct Doors { unsigned *of[8]; };

__device__ void tell(unsigned *at, unsigned round) {
  asm volatile("st.release.sys.global.u32 [%0], %1;" ::"l"(at), "r"(round) : "memory");
}
__device__ void await(unsigned *at, unsigned round) {
  unsigned got;
  do {
    asm volatile("ld.acquire.sys.global.u32 %0, [%1];" : "=r"(got) : "l"(at) : "memory");
  } while (got != round);
}

__global__ void copyThenTell(float *shared, const float *in, unsigned **doors, int ranks, int rank,
                             unsigned round, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    shared[i] = in[i];
  if (threadIdx.x < ranks) {
    tell(doors[threadIdx.x] + rank, round); // expect: publish-before-block-done
    await(doors[rank] + threadIdx.x, round);
  }
  __syncthreads();
}

__global__ void joinThenTell(float *shared, const float *in, unsigned **doors, int ranks, int rank,
                             unsigned round, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    shared[i] = in[i];
  __syncthreads();
  if (threadIdx.x < ranks) {
    tell(doors[threadIdx.x] + rank, round); // ok: publish-before-block-done
    await(doors[rank] + threadIdx.x, round);
  }
  __syncthreads();
}

__global__ void tableInParameters(float *shared, const float *in, Doors doors, int rank, unsigned round) {
  shared[blockIdx.x * blockDim.x + threadIdx.x] = in[threadIdx.x];
  if (threadIdx.x < 8) {
    tell(doors.of[threadIdx.x] + rank, round); // expect: publish-before-block-done
    await(doors.of[rank] + threadIdx.x, round);
  }
  __syncthreads();
}

// Each thread gives its own peer its own word.
__global__ void ownWord(float **mail, const float *in, unsigned **doors, int peers, int ranks, int rank,
                        unsigned round) {
  if (threadIdx.x < peers)
    mail[threadIdx.x][rank] = in[threadIdx.x];
  if (threadIdx.x < ranks)
    tell(doors[threadIdx.x] + rank, round); // ok: publish-before-block-done
}
