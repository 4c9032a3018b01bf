// Blocks that add to one tile in turn. The plain load is repeated because of
// the fence, which orders nothing that follows the loop.
__global__ void addInTurn(unsigned *turn, float4 *tile, float4 *out, float by) {
  unsigned at = blockIdx.x * gridDim.y + blockIdx.y;
  if (threadIdx.x == 0) {
    unsigned seen;
    do {
      __threadfence_block();
      asm volatile("ld.global.cg.b32 %0, [%1];" : "=r"(seen) : "l"(turn + at)); // expect: relaxed-poll
    } while (seen != blockIdx.z);
  }
  __syncthreads();
  unsigned mine = at * 256 + threadIdx.x;
  float4 v = {};
  if (blockIdx.z != 0)
    v = tile[mine];
  v.x += by;
  if (blockIdx.z != gridDim.z - 1) {
    tile[mine] = v;
    __syncthreads();
    if (threadIdx.x == 0) {
      __threadfence();
      atomicInc(turn + at, gridDim.z);
    }
  } else {
    out[mine] = v;
  }
}

__global__ void addInTurnOrdered(unsigned *turn, float4 *tile, float4 *out,
                                 float by) {
  unsigned at = blockIdx.x * gridDim.y + blockIdx.y;
  if (threadIdx.x == 0) {
    unsigned seen;
    do {
      asm volatile("ld.acquire.gpu.global.b32 %0, [%1];" : "=r"(seen) : "l"(turn + at) : "memory");
    } while (seen != blockIdx.z);
  }
  __syncthreads();
  unsigned mine = at * 256 + threadIdx.x;
  float4 v = {};
  if (blockIdx.z != 0)
    v = tile[mine];
  v.x += by;
  if (blockIdx.z != gridDim.z - 1) {
    tile[mine] = v;
    __syncthreads();
    if (threadIdx.x == 0) {
      __threadfence();
      atomicInc(turn + at, gridDim.z);
    }
  } else {
    out[mine] = v;
  }
}
