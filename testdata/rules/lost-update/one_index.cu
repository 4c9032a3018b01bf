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

// What stands far below is a question of its own, for whoever allows the first.
__global__ void pushFar(const int *member, float *fx, float *fy, float *out, float f, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    int atom = member[i];
    fx[atom] += f; // expect: lost-update
    float a = f * f;
    float b = a * f;
    float c = b * f;
    float d = c * f;
    float e = d * f;
    out[i] = a;
    out[i + n] = b;
    out[i + 2 * n] = c;
    out[i + 3 * n] = d;
    out[i + 4 * n] = e;
    fy[atom] += f; // expect: lost-update
  }
}

// So does what is done under a condition of its own.
__global__ void pushSome(const int *member, float *fx, float *fy, float f, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    int atom = member[i];
    fx[atom] += f; // expect: lost-update
    if (f > 0)
      fy[atom] += f; // expect: lost-update
  }
}
