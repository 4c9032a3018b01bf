__global__ void scale(float *x, float f) { x[threadIdx.x] *= f; }
