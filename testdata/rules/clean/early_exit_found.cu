__global__ void search(const int *a, int key, int n, int *pos,
                       volatile int *found) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n && !*found;
       i += gridDim.x * blockDim.x)
    if (a[i] == key) {
      *pos = i;
      *found = 1;  // ok: unreleased-publish
    }
}
