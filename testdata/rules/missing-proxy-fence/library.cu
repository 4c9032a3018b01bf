// The same with cuda::ptx.
#include <cuda/ptx>

namespace ptx = cuda::ptx;

__global__ void unfenced(int *out) {
  __shared__ alignas(16) int stage[256];
  stage[threadIdx.x] = threadIdx.x;
  __syncthreads();
  if (threadIdx.x == 0) {
    ptx::cp_async_bulk(ptx::space_global, ptx::space_shared, out, stage, 1024u); // expect: missing-proxy-fence
    ptx::cp_async_bulk_commit_group();
    ptx::cp_async_bulk_wait_group(ptx::n32_t<0>());
  }
}

__global__ void fenced(int *out) {
  __shared__ alignas(16) int stage[256];
  stage[threadIdx.x] = threadIdx.x;
  ptx::fence_proxy_async(ptx::space_shared);
  __syncthreads();
  if (threadIdx.x == 0) {
    ptx::cp_async_bulk(ptx::space_global, ptx::space_shared, out, stage, 1024u); // ok: missing-proxy-fence
    ptx::cp_async_bulk_commit_group();
    ptx::cp_async_bulk_wait_group(ptx::n32_t<0>());
  }
}

__global__ void fencedForAll(int *out) {
  __shared__ alignas(16) int stage[256];
  stage[threadIdx.x] = threadIdx.x;
  __syncthreads();
  if (threadIdx.x == 0) {
    ptx::fence_proxy_async();
    ptx::cp_async_bulk(ptx::space_global, ptx::space_shared, out, stage, 1024u); // ok: missing-proxy-fence
    ptx::cp_async_bulk_commit_group();
    ptx::cp_async_bulk_wait_group(ptx::n32_t<0>());
  }
}
