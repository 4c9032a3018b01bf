// Fences that only some launches execute.
#include <cstdint>

__device__ void copyOut(void *to, const void *from) {
  asm volatile(
      "cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], 512;" ::"l"(to),
      "r"(static_cast<uint32_t>(__cvta_generic_to_shared(from)))
      : "memory");
  asm volatile("cp.async.bulk.commit_group;" ::: "memory");
  asm volatile("cp.async.bulk.wait_group.read 0;" ::: "memory");
}

__device__ void fenceShared() {
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
}

__global__ void onlyWithRows(float *tile, const float *in, int rows) {
  __shared__ alignas(128) float stage[128];
  stage[threadIdx.x] = 0;
  if (rows > 0) {
    stage[threadIdx.x] += in[threadIdx.x];
    fenceShared();
  }
  __syncthreads();
  if (threadIdx.x == 0)
    copyOut(tile, stage); // expect: missing-proxy-fence
}

__global__ void always(float *tile, const float *in, int rows) {
  __shared__ alignas(128) float stage[128];
  stage[threadIdx.x] = 0;
  if (rows > 0)
    stage[threadIdx.x] += in[threadIdx.x];
  fenceShared();
  __syncthreads();
  if (threadIdx.x == 0)
    copyOut(tile, stage); // ok: missing-proxy-fence
}

// The copy hangs on a condition too: perhaps on the same.
__global__ void bothOptional(float *tile, const float *in, int rows,
                             bool stores) {
  __shared__ alignas(128) float stage[128];
  stage[threadIdx.x] = in[threadIdx.x];
  if (rows > 0)
    fenceShared();
  __syncthreads();
  if (stores && threadIdx.x == 0)
    copyOut(tile, stage); // ok: missing-proxy-fence
}

// A loop that may have no turn: nobody launches it so.
__global__ void perTurn(float *tile, const float *in, int turns) {
  __shared__ alignas(128) float stage[128];
  stage[threadIdx.x] = in[threadIdx.x];
  for (int t = 0; t < turns; ++t)
    fenceShared();
  __syncthreads();
  if (threadIdx.x == 0)
    copyOut(tile, stage); // ok: missing-proxy-fence
}
