#include <cuda/atomic>
__device__ int ready;

// The flag is a variable of this GPU.
__global__ void bad_release(float *data) {
  data[threadIdx.x] = threadIdx.x;
  __syncthreads();
  if (threadIdx.x == 0)
    asm volatile("st.release.sys.global.s32 [%0], 1;" ::"l"(&ready) : "memory"); // expect: wide-scope
}
__global__ void good_release(float *data) {
  data[threadIdx.x] = threadIdx.x;
  __syncthreads();
  if (threadIdx.x == 0)
    asm volatile("st.release.gpu.global.s32 [%0], 1;" ::"l"(&ready) : "memory"); // ok: wide-scope
}

// A flag of peers, by its table.
__global__ void peers(float *data, int *const *peer_flag, int me) {
  data[threadIdx.x] = threadIdx.x;
  __syncthreads();
  if (threadIdx.x == 0)
    asm volatile("st.release.sys.global.s32 [%0], 1;" ::"l"(&peer_flag[blockIdx.x][me]) : "memory"); // ok: wide-scope
}

// Where a parameter points is not known.
__global__ void anywhere(float *data, int *flag) {
  data[threadIdx.x] = threadIdx.x;
  __syncthreads();
  if (threadIdx.x == 0)
    asm volatile("st.release.sys.global.s32 [%0], 1;" ::"l"(flag) : "memory"); // ok: wide-scope
}

// Data in memory of the host, by its name: the flag at GPU scope may start
// another block that tells the host.
__global__ void host_data(float *mapped_result, unsigned *count) {
  mapped_result[threadIdx.x] = threadIdx.x;
  __syncthreads();
  if (threadIdx.x == 0) {
    __threadfence_system(); // ok: wide-scope
    atomicAdd(count, 1u);
  }
}

// A volatile flag may be for the host.
__global__ void volatile_flag(float *data, volatile int *flag) {
  data[threadIdx.x] = threadIdx.x;
  __syncthreads();
  if (threadIdx.x == 0) {
    __threadfence_system(); // ok: wide-scope
    *flag = 1;
  }
}
