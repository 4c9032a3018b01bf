// One kernel on several GPUs, each with its own rank: the word that a GPU raises
// is one that each of the others asks for. A grid that skips its own word at the
// scope of the GPU waits for the words of others.
__global__ void meet(int *flags_mapped, int *data, int *out, int *met, int rank,
                     int n) {
  if (blockIdx.x == 0 && threadIdx.x == 0) {
    data[rank] = 1;
    *(volatile int *)&flags_mapped[rank] = 1; // expect: unreleased-publish
    *met = rank;
    for (int t = 0; t < n; ++t)
      if (t != rank)
        while (*(volatile int *)&flags_mapped[t] == 0) {
        }
    __threadfence_system();
    for (int t = 0; t < n; ++t)
      out[t] = data[t];
  }
}
