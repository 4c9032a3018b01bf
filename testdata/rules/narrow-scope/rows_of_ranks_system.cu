// The repaired form of rows_of_ranks.cu, and one where the rows are those of blocks.
#include <cuda/atomic>

struct World {
  int rank, size;
  float *part[8];
  int *row[8];
};

template <cuda::thread_scope Scope>
__device__ void exchange(const World &w, const float *x, float *sum, int n, int epoch) {
  using Flag = cuda::atomic_ref<int, Scope>;
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    w.part[w.rank][i] = x[i];
  __syncthreads();
  if (threadIdx.x < w.size) {
    Flag(w.row[threadIdx.x][w.rank]).store(epoch, cuda::memory_order_release); // ok: narrow-scope
    while (Flag(w.row[w.rank][threadIdx.x]).load(cuda::memory_order_acquire) != epoch) // ok: narrow-scope
      ;
  }
  __syncthreads();
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    float s = 0;
    for (int r = 0; r < w.size; ++r)
      s += w.part[r][i];
    sum[i] = s;
  }
}

__global__ void ofSystem(World w, const float *x, float *sum, int n, int epoch) {
  exchange<cuda::thread_scope_system>(w, x, sum, n, epoch);
}

__global__ void ofBlocks(World w, const float *x, float *sum, int n, int epoch) {
  using Flag = cuda::atomic_ref<int, cuda::thread_scope_device>;
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    w.part[blockIdx.x][i] = x[i];
  __syncthreads();
  if (threadIdx.x < gridDim.x) {
    Flag(w.row[threadIdx.x][blockIdx.x]).store(epoch, cuda::memory_order_release); // ok: narrow-scope
    while (Flag(w.row[blockIdx.x][threadIdx.x]).load(cuda::memory_order_acquire) != epoch) // ok: narrow-scope
      ;
  }
  __syncthreads();
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    sum[i] = w.part[0][i] + w.part[1][i];
}
