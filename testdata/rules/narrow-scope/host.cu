// A mailbox of the host.
__global__ void bad(int *data, int *box) {
  data[threadIdx.x] = threadIdx.x;
  __syncthreads();
  if (threadIdx.x == 0) {
    __threadfence(); // expect: narrow-scope
    atomicExch_system(box, 1);
  }
}
__global__ void good(int *data, int *box) {
  data[threadIdx.x] = threadIdx.x;
  __syncthreads();
  if (threadIdx.x == 0) {
    __threadfence_system(); // ok: narrow-scope
    atomicExch_system(box, 1);
  }
}
// A release that is wide enough of itself.
__global__ void released(int *data, int *box) {
  data[threadIdx.x] = threadIdx.x;
  __syncthreads();
  if (threadIdx.x == 0)
    asm volatile("st.release.sys.global.s32 [%0], 1;" ::"l"(box) : "memory"); // ok: narrow-scope
}
