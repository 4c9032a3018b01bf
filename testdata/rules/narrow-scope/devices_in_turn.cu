// Managed memory on several devices, one after the other: at no time do two of them update it.

__global__ void count(const int *x, int *hits) {
  if (x[threadIdx.x] > 0)
    atomicAdd(hits, 1); // ok: narrow-scope
}

int testOnEach(const int *x, int devices) {
  int *hits;
  cudaMallocManaged(&hits, sizeof(int));
  int all = 0;
  for (int d = 0; d < devices; ++d) {
    cudaSetDevice(d);
    *hits = 0;
    count<<<8, 128>>>(x, hits);
    cudaDeviceSynchronize();
    all += *hits;
  }
  return all;
}
