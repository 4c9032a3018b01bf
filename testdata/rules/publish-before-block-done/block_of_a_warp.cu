// Blocks of one warp, by all launches: '__syncwarp()' joins all of their threads.
__global__ void putOfWarp(const int *from, int *to, int n, unsigned *done) {
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    to[i] = from[i];
  __syncwarp();
  if (threadIdx.x == 0) {
    __threadfence_system();
    atomicAdd_system(done, 1u); // ok: publish-before-block-done
  }
}

__global__ void putOfBlock(const int *from, int *to, int n, unsigned *done) {
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    to[i] = from[i];
  __syncwarp();
  if (threadIdx.x == 0) {
    __threadfence_system();
    atomicAdd_system(done, 1u); // expect: publish-before-block-done
  }
}

void put(const int *from, int *to, int n, unsigned *done) {
  putOfWarp<<<1, 32>>>(from, to, n, done);
  putOfBlock<<<1, 64>>>(from, to, n, done);
}
