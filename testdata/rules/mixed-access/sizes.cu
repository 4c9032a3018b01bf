// One word in two sizes.

union Ready {
  unsigned long long all;
  unsigned char of[8];
};

__global__ void bytes(volatile Ready *const *peers, volatile Ready *mine, int me, unsigned long long full) {
  if (threadIdx.x < 8)
    peers[threadIdx.x]->of[me] = 1; // expect: mixed-access
  if (threadIdx.x == 0) {
    while (mine->all != full) {
    }
    __threadfence_system();
  }
  __syncthreads();
}

struct Words {
  unsigned of[8];
};

__global__ void words(volatile Words *const *peers, volatile Words *mine, int me) {
  if (threadIdx.x < 8) {
    peers[threadIdx.x]->of[me] = 1; // ok: mixed-access
    while (mine->of[threadIdx.x] != 1) {
    }
    __threadfence_system();
  }
  __syncthreads();
}
