// partly: the type behind the pointer is declared nowhere
// A reference to what a call returns that cannot be resolved: the place is not
// known, and no variable of the thread.
struct Vector {
  float x, y;
};
__device__ inline void addTo(Vector &sum, const Vector &part) {
  atomicAdd(&sum.x, part.x); // ok: known-index-atomic
  atomicAdd(&sum.y, part.y);
}
__device__ inline void addAt(Vector &sum, const Vector &part) {
  atomicAdd(&sum.x, part.x); // expect: known-index-atomic
}

__global__ void normals(MeshOfTheHeader *mesh, Vector one) {
  for (int t = blockIdx.x * blockDim.x + threadIdx.x; t < mesh->triangles;
       t += gridDim.x * blockDim.x)
    addTo(mesh->normals.at(mesh->corner[3 * t]), one);
}

__global__ void centres(Vector *sums, const Vector *parts, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    addAt(sums[threadIdx.y], parts[i]);
}
void run(Vector *sums, const Vector *parts, int n) {
  centres<<<1, dim3(32, 8)>>>(sums, parts, n);
}
