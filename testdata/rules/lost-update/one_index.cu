// Three arrays at one index from data are told as one.

__global__ void pushGroup(const int *member, float *fx, float *fy, float *fz, float f, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    int atom = member[i];
    fx[atom] += f; // expect: lost-update
    fy[atom] += f; // ok: lost-update
    fz[atom] += f; // ok: lost-update
  }
}

// Another index is another question.
__global__ void pushTwo(const int *member, const int *partner, float *fx, float *fy, float f, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    fx[member[i]] += f; // expect: lost-update
    fy[partner[i]] -= f; // expect: lost-update
  }
}
