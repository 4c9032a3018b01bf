// Which scope flag and data need when several GPUs take part.
__device__ int acquire_gpu(const int *p) {
  int v;
  asm volatile("ld.acquire.gpu.global.s32 %0, [%1];" : "=r"(v) : "l"(p) : "memory");
  return v;
}
__device__ void release_sys(int *p) {
  asm volatile("st.release.sys.global.s32 [%0], 1;" ::"l"(p) : "memory");
}
__device__ float reduce(const float *mc) {
  float v;
  asm volatile("multimem.ld_reduce.relaxed.sys.global.add.f32 %0, [%1];" : "=f"(v) : "l"(mc) : "memory");
  return v;
}

// The flag lies on this GPU, the data is read through the multicast address.
__global__ void reduced(int *const *peer_flag, int *flag, float *mine, const float *mc, float *out, int n, int me) {
  mine[threadIdx.x] = threadIdx.x;
  __syncthreads();
  if (threadIdx.x < n) {
    release_sys(&peer_flag[threadIdx.x][me]);
    while (acquire_gpu(&flag[threadIdx.x]) == 0) { // ok: narrow-scope
    }
  }
  __syncthreads();
  out[threadIdx.x] = reduce(mc + threadIdx.x);
}

// The same, but what peers pushed into memory of this GPU is read plainly.
__global__ void pushed(int *const *peer_flag, int *flag, float *const *peer_in, const float *in, float *out, int n, int me) {
  if (threadIdx.x < n) {
    peer_in[threadIdx.x][me] = threadIdx.x;
    release_sys(&peer_flag[threadIdx.x][me]);
    while (acquire_gpu(&flag[threadIdx.x]) == 0) { // expect: narrow-scope
    }
  }
  __syncthreads();
  out[threadIdx.x] = in[threadIdx.x];
}

// A store to a peer, announced at GPU scope.
__global__ void to_peer(float *const *peer_data, int *ready, int r) {
  if (threadIdx.x == 0) {
    peer_data[r][blockIdx.x] = 1;
    asm volatile("st.release.gpu.global.s32 [%0], 1;" ::"l"(ready) : "memory"); // expect: narrow-scope
  }
}

// A flag at GPU scope behind a fence at system scope.
__global__ void system_fence(float *const *peer_data, int *ready, int r) {
  if (threadIdx.x == 0) {
    peer_data[r][blockIdx.x] = 1;
    asm volatile("fence.acq_rel.sys;" ::: "memory");
    asm volatile("st.relaxed.gpu.global.s32 [%0], 1;" ::"l"(ready) : "memory"); // ok: narrow-scope
  }
}
