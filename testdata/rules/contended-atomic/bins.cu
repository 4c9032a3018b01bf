// Histograms: few bins in global memory; a private copy; many bins.

__global__ void bytes(const unsigned char *in, unsigned *hist, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
       i += gridDim.x * blockDim.x)
    atomicAdd(&hist[in[i]], 1u); // expect: contended-atomic
}

__global__ void highBits(const unsigned *in, int *hist, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    atomicAdd(&hist[in[i] >> 24], 1); // expect: contended-atomic
}

__global__ void privateCopy(const unsigned char *in, unsigned *hist, int n) {
  __shared__ unsigned part[256];
  for (int b = threadIdx.x; b < 256; b += blockDim.x)
    part[b] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
       i += gridDim.x * blockDim.x)
    atomicAdd(&part[in[i]], 1u); // ok: contended-atomic
  __syncthreads();
  for (int b = threadIdx.x; b < 256; b += blockDim.x)
    atomicAdd(&hist[b], part[b]); // ok: contended-atomic, known-index-atomic
}

// As many bins as the data have keys.
__global__ void manyBins(const int *key, int *count, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    atomicAdd(&count[key[i]], 1); // ok: contended-atomic
}
