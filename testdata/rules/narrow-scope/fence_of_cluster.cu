// The flag is raised and waited for on the whole GPU, and the fence before it is for the cluster alone.

__device__ int look(int *flag) {
  int v;
  asm volatile("ld.acquire.gpu.global.s32 %0, [%1];" : "=r"(v) : "l"(flag) : "memory");
  return v;
}

__global__ void __cluster_dims__(2, 1, 1) steps(float *of, int *done, int steps) {
  for (int s = blockIdx.x; s < steps; s += gridDim.x) {
    if (s >= 8) {
      if (threadIdx.x == 0)
        while (look(&done[s - 8]) == 0)
          ;
      __syncthreads();
      of[s * 64 + threadIdx.x] = of[(s - 8) * 64 + threadIdx.x] + 1;
    }
    __syncthreads();
    if (threadIdx.x == 0) {
      asm volatile("fence.acq_rel.cluster;" ::: "memory"); // expect: narrow-scope
      asm volatile("st.relaxed.gpu.global.s32 [%0], 1;" ::"l"(&done[s]) : "memory");
    }
  }
}

__global__ void __cluster_dims__(2, 1, 1) stepsInOrder(float *of, int *done, int steps) {
  for (int s = blockIdx.x; s < steps; s += gridDim.x) {
    if (s >= 8) {
      if (threadIdx.x == 0)
        while (look(&done[s - 8]) == 0)
          ;
      __syncthreads();
      of[s * 64 + threadIdx.x] = of[(s - 8) * 64 + threadIdx.x] + 1;
    }
    __syncthreads();
    if (threadIdx.x == 0) {
      asm volatile("fence.acq_rel.gpu;" ::: "memory"); // ok: narrow-scope
      asm volatile("st.relaxed.gpu.global.s32 [%0], 1;" ::"l"(&done[s]) : "memory");
    }
  }
}
