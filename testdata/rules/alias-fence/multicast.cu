// A distributed matrix product: each GPU adds up its part of a result that all
// of them hold, through the multicast address, once the others have told it.
__device__ int wait_relaxed(const int *flag) {
  int v;
  asm volatile("ld.relaxed.sys.global.s32 %0, [%1];" : "=r"(v) : "l"(flag) : "memory");
  return v;
}
__device__ float reduce(const float *mc) {
  float v;
  asm volatile("multimem.ld_reduce.relaxed.sys.global.add.f32 %0, [%1];" : "=f"(v) : "l"(mc) : "memory");
  return v;
}

// The flag has one address and the data is read through one: no pair.
__global__ void needless(const int *flag, const float *mc, float *out, int world) {
  if (threadIdx.x == 0) {
    while (wait_relaxed(flag) < world) {
    }
    asm volatile("fence.acq_rel.sys;" ::: "memory");
    asm volatile("fence.proxy.alias;" ::: "memory"); // expect: alias-fence
  }
  __syncthreads();
  out[threadIdx.x] = reduce(mc + threadIdx.x);
}

__global__ void without(const int *flag, const float *mc, float *out, int world) {
  if (threadIdx.x == 0) {
    while (wait_relaxed(flag) < world) {
    }
    asm volatile("fence.acq_rel.sys;" ::: "memory"); // ok: alias-fence
  }
  __syncthreads();
  out[threadIdx.x] = reduce(mc + threadIdx.x);
}

// The block stores its own part through the ordinary address before: the word
// may be reached in both ways.
__global__ void own_part(float *mine, const int *flag, const float *mc, float *out, int world) {
  mine[threadIdx.x] = threadIdx.x;
  __syncthreads();
  if (threadIdx.x == 0) {
    while (wait_relaxed(flag) < world) {
    }
    asm volatile("fence.acq_rel.sys;" ::: "memory");
    asm volatile("fence.proxy.alias;" ::: "memory"); // ok: alias-fence
  }
  __syncthreads();
  out[threadIdx.x] = reduce(mc + threadIdx.x);
}

// Added up through the multicast address, polled through the ordinary one.
__global__ void barrier(int *mc_count, int *count, int world) {
  if (threadIdx.x == 0) {
    asm volatile("multimem.red.release.sys.global.add.s32 [%0], 1;" ::"l"(mc_count) : "memory");
    asm volatile("fence.proxy.alias;" ::: "memory"); // ok: alias-fence
    while (wait_relaxed(count) < world) {
    }
    asm volatile("fence.acq_rel.sys;" ::: "memory");
  }
  __syncthreads();
}
