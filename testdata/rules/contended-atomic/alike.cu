// What is one fault is told once.
__device__ unsigned perReason[6];

__global__ void reasons(const int *reason, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
       i += gridDim.x * blockDim.x)
    atomicAdd(&perReason[reason[i]], 1u); // expect: contended-atomic
}

__global__ void reasonsShared(const int *reason, int n) {
  __shared__ unsigned part[6];
  if (threadIdx.x < 6)
    part[threadIdx.x] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
       i += gridDim.x * blockDim.x)
    atomicAdd(&part[reason[i]], 1u); // ok: contended-atomic
  __syncthreads();
  if (threadIdx.x < 6)
    atomicAdd(&perReason[threadIdx.x], part[threadIdx.x]);
}

__global__ void signs(const float *x, int n, int *counts) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    atomicAdd(&counts[x[i] < 0 ? 0 : 1], 1); // expect: contended-atomic
}

__global__ void pose(const float3 *points, const float3 *grads, int n,
                     float3 *center, float *angles) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  atomicAdd(&center->x, grads[i].x); // expect: contended-atomic
  atomicAdd(&center->y, grads[i].y);
  atomicAdd(&center->z, grads[i].z);
  float3 p = points[i];

  float yaw = p.x * grads[i].y;
  float pitch = p.y * grads[i].z;

  atomicAdd(&angles[0], yaw); // expect: contended-atomic
  atomicAdd(&angles[1], pitch);
}

// A window over the image that hangs over its edges: weights are few.
__global__ void weights(const float *x, const float *dy, float *dw, int h,
                        int w, int k) {
  int c = blockIdx.z, ox = blockIdx.x * blockDim.x + threadIdx.x,
      oy = blockIdx.y * blockDim.y + threadIdx.y;
  if (ox >= w || oy >= h)
    return;
  for (int ky = 0; ky < k; ++ky)
    for (int kx = 0; kx < k; ++kx) {
      int ix = ox + kx - k / 2, iy = oy + ky - k / 2;
      if (ix >= 0 && ix < w && iy >= 0 && iy < h)
        atomicAdd(&dw[(c * k + ky) * k + kx], // expect: contended-atomic
                  dy[(c * h + oy) * w + ox] * x[(c * h + iy) * w + ix]);
    }
}

// Other objects are other faults, on whichever lines they stand: one of them
// may be kept as it is.
__global__ void totals(const float *x, const float *y, int n, float *sumX,
                       float *sumY) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  atomicAdd(sumX, x[i]); // expect: contended-atomic
  atomicAdd(sumY, y[i]); // expect: contended-atomic
}
