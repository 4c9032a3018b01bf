// Managed memory on several devices at once: the loop waits for none of them, only for another stream or at times.

__global__ void countTogether(const int *x, int *hits) {
  if (x[threadIdx.x] > 0)
    atomicAdd(hits, 1); // expect: narrow-scope
}

void onAll(const int *x, int devices, cudaStream_t *streams, cudaStream_t copies) {
  int *hits;
  cudaMallocManaged(&hits, sizeof(int));
  for (int d = 0; d < devices; ++d) {
    cudaSetDevice(d);
    cudaStreamSynchronize(copies);
    countTogether<<<8, 128, 0, streams[d]>>>(x, hits);
    cudaStreamSynchronize(copies);
    if (d == 5)
      cudaDeviceSynchronize();
  }
}
