#include <cuda/atomic>
enum class Sem { Relaxed, Acquire };
template <Sem S> __device__ int load(const int *p) {
  int v;
  if constexpr (S == Sem::Acquire)
    asm volatile("ld.acquire.gpu.global.s32 %0, [%1];"
                 : "=r"(v)
                 : "l"(p)
                 : "memory");
  else
    asm volatile("ld.relaxed.gpu.global.s32 %0, [%1];"
                 : "=r"(v)
                 : "l"(p)
                 : "memory");
  return v;
}
template <Sem S> __device__ void spin(const int *p, int v) {
  while (load<S>(p) < v)  // ok: relaxed-poll
    ;
}
__global__ void good(const int *f, const float *d, float *o) {
  if (!threadIdx.x)
    spin<Sem::Acquire>(f, 1);
  __syncthreads();
  o[threadIdx.x] = d[threadIdx.x];
}
