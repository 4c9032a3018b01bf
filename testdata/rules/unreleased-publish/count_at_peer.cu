// Rows are sent to peers, and counted there by one lane of the warp that has copied them.

struct Inboxes {
  float4 *rows[8];
  int *count[8];
};

__global__ void send(Inboxes to, const float4 *x, const int *rank, int vectors) {
  const int lane = threadIdx.x % 32, row = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32;
  const int r = rank[row];
  for (int i = lane; i < vectors; i += 32)
    to.rows[r][row * vectors + i] = x[row * vectors + i];
  __syncwarp();
  if (lane == 0)
    atomicAdd_system(to.count[r], 1); // expect: unreleased-publish
}

__global__ void sendInOrder(Inboxes to, const float4 *x, const int *rank, int vectors) {
  const int lane = threadIdx.x % 32, row = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32;
  const int r = rank[row];
  for (int i = lane; i < vectors; i += 32)
    to.rows[r][row * vectors + i] = x[row * vectors + i];
  __syncwarp();
  if (lane == 0) {
    __threadfence_system();
    atomicAdd_system(to.count[r], 1); // ok: unreleased-publish
  }
}

// A bar on the host's screen: nobody reads the rows by it.
__global__ void work(const float *x, float *y, int *progress) {
  y[blockIdx.x * blockDim.x + threadIdx.x] = x[blockIdx.x * blockDim.x + threadIdx.x] * 2;
  __syncthreads();
  if (threadIdx.x == 0)
    atomicAdd_system(progress, 1); // ok: unreleased-publish
}
