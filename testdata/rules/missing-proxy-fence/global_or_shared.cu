// One function for two kinds of source: what was stored to global memory is not
// what the bulk copy reads out of shared memory.
__device__ char *pool;

__device__ void send(void *to, const void *from, unsigned bytes) {
  if (__isShared(from)) {
    unsigned at = (unsigned)__cvta_generic_to_shared(from);
    asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;" ::"l"(to), "r"(at), "r"(bytes) : "memory"); // ok: missing-proxy-fence
    asm volatile("cp.async.bulk.commit_group;\n"
                 "cp.async.bulk.wait_group 0;" ::: "memory");
  } else {
    for (unsigned i = 0; i < bytes; ++i)
      ((char *)to)[i] = ((const char *)from)[i];
  }
}
__global__ void sendPacked(char *to, unsigned value, unsigned flag) {
  char *work = pool + 64;
  asm volatile("st.volatile.global.v4.u32 [%0], {%1,%2,%3,%4};" ::"l"(work + 16 * threadIdx.x), "r"(value), "r"(flag), "r"(value), "r"(flag));
  __syncthreads();
  if (threadIdx.x == 0)
    send(to, work, 512);
}
__global__ void sendShared(char *to, unsigned value) {
  __shared__ unsigned words[128];
  words[threadIdx.x] = value;
  __syncthreads();
  if (threadIdx.x == 0) {
    unsigned at = (unsigned)__cvta_generic_to_shared(words);
    asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], 512;" ::"l"(to), "r"(at) : "memory"); // expect: missing-proxy-fence
    asm volatile("cp.async.bulk.commit_group;\n"
                 "cp.async.bulk.wait_group 0;" ::: "memory");
  }
}
