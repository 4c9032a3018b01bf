// The step of a loop says how long rows of threads are: from threadIdx.x on by 32, a row is a warp.

struct Pipe {
  float4 *slots;
  unsigned *filled;
  unsigned size;
};

__global__ void fillByWarp(Pipe p, const float4 *in, unsigned n) {
  for (unsigned first = 0; first < n; first += p.size) {
    for (unsigned i = threadIdx.x; i < p.size; i += 32)
      p.slots[(first + i) % n] = in[first + i];
    __syncwarp();
    if (threadIdx.x == 0) {
      __threadfence();
      atomicExch(p.filled, first + p.size); // ok: publish-before-block-done
    }
  }
}

__global__ void fillByBlock(Pipe p, const float4 *in, unsigned n) {
  for (unsigned first = 0; first < n; first += p.size) {
    for (unsigned i = threadIdx.x; i < p.size; i += blockDim.x)
      p.slots[(first + i) % n] = in[first + i];
    __syncwarp();
    if (threadIdx.x == 0) {
      __threadfence();
      atomicExch(p.filled, first + p.size); // expect: publish-before-block-done
    }
  }
}

__global__ void fillByLongRows(Pipe p, const float4 *in, unsigned n) {
  for (unsigned i = threadIdx.x; i < n; i += 32)
    p.slots[i] = in[i];
  __syncwarp();
  if (threadIdx.x == 0) {
    __threadfence();
    atomicExch(p.filled, n); // expect: publish-before-block-done
  }
}

void fill(Pipe p, const float4 *in, unsigned n) { fillByLongRows<<<1, 128>>>(p, in, n); }

__global__ void drain(Pipe p, float4 *out, unsigned n) {
  if (threadIdx.x == 0) {
    while (*(volatile unsigned *)p.filled < n) {
    }
    __threadfence();
  }
  __syncthreads();
  for (unsigned i = threadIdx.x; i < n; i += blockDim.x)
    out[i] = p.slots[i];
}
