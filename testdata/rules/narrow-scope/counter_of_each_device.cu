// Each GPU draws from a counter of its own, by several ways to have one.

__global__ void draw(float *y, int *next, int pieces) {
  __shared__ int piece;
  for (;;) {
    if (threadIdx.x == 0)
      piece = atomicAdd(next, 1); // ok: narrow-scope
    __syncthreads();
    int mine = piece;
    __syncthreads();
    if (mine >= pieces)
      return;
    y[mine * blockDim.x + threadIdx.x] = mine;
  }
}

void apart(float *y, int pieces) {
  int *next;
  int *of[2];
  cudaDeviceEnablePeerAccess(0, 0);
  for (int d = 0; d < 2; ++d) {
    cudaSetDevice(d);
    cudaMalloc(&next, sizeof(int));
    cudaMemset(next, 0, sizeof(int));
    draw<<<64, 128>>>(y, next, pieces);
    cudaMalloc(&of[d], sizeof(int));
    cudaMemset(of[d], 0, sizeof(int));
    draw<<<64, 128>>>(y, of[d], pieces);
  }
}
