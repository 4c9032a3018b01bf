// Shared memory written by threads and stored by a bulk copy.
#include <cstdint>

__device__ uint32_t sharedAddress(const void *p) {
  return static_cast<uint32_t>(__cvta_generic_to_shared(p));
}

__device__ void copyOut(void *to, const void *from, int bytes) {
  asm volatile(
      "cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;" ::"l"(to),
      "r"(sharedAddress(from)), "r"(bytes)
      : "memory");
}

__device__ void commitAndWait() {
  asm volatile("cp.async.bulk.commit_group;" ::: "memory");
  asm volatile("cp.async.bulk.wait_group 0;" ::: "memory");
}

__device__ void proxyFence() {
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
}

__device__ void proxyFenceAll() {
  asm volatile("fence.proxy.async;" ::: "memory");
}

__global__ void unfenced(float *tile, int bytes) {
  extern __shared__ __align__(128) float stage[];
  stage[threadIdx.x] = threadIdx.x;
  __syncthreads();
  if (threadIdx.x == 0) {
    copyOut(tile, stage, bytes); // expect: missing-proxy-fence
    commitAndWait();
  }
}

__global__ void fencedByWriters(float *tile, int bytes) {
  extern __shared__ __align__(128) float stage[];
  stage[threadIdx.x] = threadIdx.x;
  proxyFence();
  __syncthreads();
  if (threadIdx.x == 0) {
    copyOut(tile, stage, bytes); // ok: missing-proxy-fence
    commitAndWait();
  }
}

__global__ void fencedByIssuer(float *tile, int bytes) {
  extern __shared__ __align__(128) float stage[];
  stage[threadIdx.x] = threadIdx.x;
  __syncthreads();
  if (threadIdx.x == 0) {
    proxyFenceAll();
    copyOut(tile, stage, bytes); // ok: missing-proxy-fence
    commitAndWait();
  }
}

// A thread fence orders nothing between the proxies.
__global__ void threadFence(float *tile, int bytes) {
  __shared__ __align__(128) float stage[256];
  stage[threadIdx.x] = threadIdx.x;
  __threadfence();
  __syncthreads();
  if (threadIdx.x == 0) {
    copyOut(tile, stage, bytes); // expect: missing-proxy-fence
    commitAndWait();
  }
}

// The fence is for global memory, the data in shared memory.
__global__ void otherSpace(float *tile, int bytes) {
  __shared__ __align__(128) float stage[256];
  stage[threadIdx.x] = threadIdx.x;
  asm volatile("fence.proxy.async.global;" ::: "memory");
  __syncthreads();
  if (threadIdx.x == 0) {
    copyOut(tile, stage, bytes); // expect: missing-proxy-fence
    commitAndWait();
  }
}

// The fence stands behind the copy.
__global__ void tooLate(float *tile, int tiles) {
  __shared__ __align__(128) float stage[256];
  for (int t = 0; t < tiles; ++t) {
    stage[threadIdx.x] = t;
    __syncthreads();
    if (threadIdx.x == 0) {
      copyOut(tile + t * 256, stage, 1024); // expect: missing-proxy-fence
      commitAndWait();
      proxyFence();
    }
    __syncthreads();
  }
}

__global__ void inTime(float *tile, int tiles) {
  __shared__ __align__(128) float stage[256];
  for (int t = 0; t < tiles; ++t) {
    stage[threadIdx.x] = t;
    proxyFence();
    __syncthreads();
    if (threadIdx.x == 0) {
      copyOut(tile + t * 256, stage, 1024); // ok: missing-proxy-fence
      commitAndWait();
    }
    __syncthreads();
  }
}

// Two stages in turn: the index of this iteration is meant.
__global__ void doubleBuffered(float *tile, int tiles) {
  __shared__ __align__(128) float stage[2][256];
  for (int t = 0; t < tiles; ++t) {
    int s = t & 1;
    stage[s][threadIdx.x] = t;
    __syncthreads();
    if (threadIdx.x == 0) {
      copyOut(tile + t * 256, stage[s], 1024); // expect: missing-proxy-fence
      asm volatile("cp.async.bulk.commit_group;" ::: "memory");
      asm volatile("cp.async.bulk.wait_group.read 1;" ::: "memory");
    }
    __syncthreads();
  }
}

// Copies what the last iteration wrote, which a fence stands behind.
__global__ void oneBehind(float *tile, int tiles) {
  __shared__ __align__(128) float stage[2][256];
  for (int t = 0; t < tiles; ++t) {
    if (t > 0 && threadIdx.x == 0) {
      copyOut(tile + t * 256, stage[(t - 1) & 1], 1024); // ok: missing-proxy-fence
      commitAndWait();
    }
    stage[t & 1][threadIdx.x] = t;
    proxyFence();
    __syncthreads();
  }
}

// A reduction into global memory reads its source in the same way.
__global__ void reduceOut(unsigned *sums, const unsigned *in, int n) {
  __shared__ __align__(128) unsigned bins[256];
  bins[threadIdx.x] = 0;
  __syncthreads();
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    atomicAdd(&bins[in[i] & 255], 1u);
  __syncthreads();
  if (threadIdx.x == 0) {
    asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group.add.u32 " // expect: missing-proxy-fence
                 "[%0], [%1], 1024;" ::"l"(sums),
                 "r"(sharedAddress(bins))
                 : "memory");
    commitAndWait();
  }
}

__global__ void reduceOutRepaired(unsigned *sums, const unsigned *in, int n) {
  __shared__ __align__(128) unsigned bins[256];
  bins[threadIdx.x] = 0;
  __syncthreads();
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    atomicAdd(&bins[in[i] & 255], 1u);
  proxyFence();
  __syncthreads();
  if (threadIdx.x == 0) {
    asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group.add.u32 " // ok: missing-proxy-fence
                 "[%0], [%1], 1024;" ::"l"(sums),
                 "r"(sharedAddress(bins))
                 : "memory");
    commitAndWait();
  }
}

// Another part of the array: what is copied, a bulk load has brought.
__global__ void otherPart(float *tile, int bytes) {
  extern __shared__ __align__(128) unsigned char memory[];
  float *scratch = reinterpret_cast<float *>(memory);
  float *stage = reinterpret_cast<float *>(memory + 4096);
  scratch[threadIdx.x] = threadIdx.x;
  __syncthreads();
  if (threadIdx.x == 0) {
    copyOut(tile, stage, bytes); // ok: missing-proxy-fence
    commitAndWait();
  }
}

// One of the two ways, by a flag of the launch: never both.
__global__ void eitherWay(float *tile, float *out, int bytes, bool bulk) {
  extern __shared__ __align__(128) float stage[];
  if (!bulk) {
    stage[threadIdx.x] = threadIdx.x;
    __syncthreads();
    out[threadIdx.x] = stage[threadIdx.x ^ 1];
  }
  __syncthreads();
  if (bulk && threadIdx.x == 0) {
    copyOut(tile, stage, bytes); // ok: missing-proxy-fence
    commitAndWait();
  }
}
