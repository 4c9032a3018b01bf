// Blocks count at the scope of the GPU, and the last one tells the peers at that
// of the system: order is transitive. With nobody to tell it on it is too narrow.
__device__ bool isLast(unsigned *count, unsigned blocks) {
  __threadfence();
  return atomicAdd(count, 1) + 1 == blocks; // ok: narrow-scope
}

__global__ void gather(float *peer_out, const float *in, unsigned *count,
                       unsigned *peer_flag, unsigned blocks) {
  peer_out[blockIdx.x * blockDim.x + threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  if (threadIdx.x == 0 && isLast(count, blocks)) {
    __threadfence_system();
    atomicAdd_system(peer_flag, 1);
  }
}

// The same by a number that only the last one meets, or by being alone.
__global__ void gatherInRounds(float *peer_out, const float *in, int *count,
                               unsigned *peer_flag, int round) {
  peer_out[blockIdx.x * blockDim.x + threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  if (threadIdx.x != 0)
    return;
  __threadfence(); // ok: narrow-scope
  int mine = blockIdx.x == 0 ? 1025 - gridDim.x : 1;
  int before = atomicAdd(count, mine);
  bool last = gridDim.x == 1 || before + mine == round * 1024;
  if (!last)
    return;
  __threadfence_system();
  atomicAdd_system(peer_flag, 1);
}

__global__ void gatherNarrow(float *peer_out, const float *in,
                             unsigned *peer_flag) {
  peer_out[blockIdx.x * blockDim.x + threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  if (threadIdx.x == 0) {
    __threadfence(); // expect: narrow-scope
    atomicAdd_system(peer_flag, 1);
  }
}
