// Each rank raises its flag in the rows of the others and waits in its own row: the rows lie on several GPUs.
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
    Flag(w.row[threadIdx.x][w.rank]).store(epoch, cuda::memory_order_release); // expect: narrow-scope
    while (Flag(w.row[w.rank][threadIdx.x]).load(cuda::memory_order_acquire) != epoch) // expect: narrow-scope
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

__global__ void ofDevice(World w, const float *x, float *sum, int n, int epoch) {
  exchange<cuda::thread_scope_device>(w, x, sum, n, epoch);
}
