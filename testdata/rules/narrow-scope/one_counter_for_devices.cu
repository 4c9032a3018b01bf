// Two GPUs draw from one counter in the memory of the first.

__global__ void draw(float *y, int *next, int pieces) {
  __shared__ int piece;
  for (;;) {
    if (threadIdx.x == 0)
      piece = atomicAdd(next, 1); // expect: narrow-scope
    __syncthreads();
    int mine = piece;
    __syncthreads();
    if (mine >= pieces)
      return;
    y[mine * blockDim.x + threadIdx.x] = mine;
  }
}

void together(float *y, int pieces) {
  int *next;
  cudaSetDevice(0);
  cudaMalloc(&next, sizeof(int));
  cudaMemset(next, 0, sizeof(int));
  cudaSetDevice(1);
  cudaDeviceEnablePeerAccess(0, 0);
  for (int d = 0; d < 2; ++d) {
    cudaSetDevice(d);
    draw<<<64, 128>>>(y, next, pieces);
  }
}
