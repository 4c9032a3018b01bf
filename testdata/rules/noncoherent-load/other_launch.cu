// A barrier of the grid announces what its own launch has written; what another
// kernel wrote before is an input.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

struct Routes {
  int *slot;
};

__global__ void assignSlots(Routes routes, const int *key, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    routes.slot[i] = key[i] & 255;
}

__global__ void sendBySlots(Routes routes, const float *value, float *out, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < 256; i += gridDim.x * blockDim.x)
    out[i] = 0;
  cg::this_grid().sync();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    atomicAdd(&out[__ldg(routes.slot + i)], value[i]); // ok: noncoherent-load
}

__global__ void assignAndSend(Routes routes, const int *key, const float *value, float *out, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    routes.slot[i] = key[i] & 255;
  cg::this_grid().sync();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    atomicAdd(&out[__ldg(routes.slot + n - 1 - i)], value[i]); // expect: noncoherent-load
}

// A kernel that raises the flag of its peers and waits for its own; slots come
// from the other kernel, or from itself.
__global__ void keepSlots(int *slots, const int *key, unsigned *theirs, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    slots[i] = key[i] & 255;
  __syncthreads();
  if (threadIdx.x == 0)
    asm volatile("st.release.sys.global.u32 [%0], 1;" ::"l"(theirs) : "memory");
}

__global__ void meetAndSend(int *slots, const float *value, float *mail, float *out, unsigned *theirs, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    mail[i] = value[i];
  __syncthreads();
  if (threadIdx.x == 0) {
    asm volatile("st.release.sys.global.u32 [%0], 1;" ::"l"(theirs) : "memory");
    unsigned seen;
    do
      asm volatile("ld.acquire.sys.global.u32 %0, [%1];" : "=r"(seen) : "l"(theirs) : "memory");
    while (seen == 0);
  }
  __syncthreads();
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    atomicAdd(&out[__ldg(slots + i)], mail[i]); // ok: noncoherent-load
}

// A kernel that raises the flag only behind its wait waits for another kernel.
__global__ void fillSlots(int *slots, unsigned *flag, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    slots[i] = i & 255;
  __syncthreads();
  if (threadIdx.x == 0)
    asm volatile("st.release.gpu.global.u32 [%0], 1;" ::"l"(flag) : "memory");
}
__global__ void useSlots(int *slots, float *mail, float *out, unsigned *flag, int n) {
  if (threadIdx.x == 0) {
    unsigned seen;
    do
      asm volatile("ld.acquire.gpu.global.u32 %0, [%1];" : "=r"(seen) : "l"(flag) : "memory");
    while (seen == 0);
  }
  __syncthreads();
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    mail[i] = __ldg(slots + i); // expect: noncoherent-load
  __syncthreads();
  if (threadIdx.x == 0)
    asm volatile("st.release.gpu.global.u32 [%0], 2;" ::"l"(flag) : "memory");
}
