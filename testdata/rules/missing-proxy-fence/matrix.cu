// arch: sm_90a
// Operands of wgmma that threads have written.
#include <cstdint>

__device__ uint64_t descriptor(const void *p) {
  uint64_t a = static_cast<uint32_t>(__cvta_generic_to_shared(p));
  return ((a & 0x3FFFF) >> 4) | (uint64_t(64) << 16) | (uint64_t(1) << 62);
}

__device__ void multiply(float (&d)[4], uint64_t a, uint64_t b) {
  asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
  asm volatile("{\n.reg .pred p;\nsetp.ne.b32 p, 1, 0;\n"
               "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 "
               "{%0, %1, %2, %3}, %4, %5, p, 1, 1, 0, 0;\n}"
               : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
               : "l"(a), "l"(b));
  asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
  asm volatile("wgmma.wait_group.sync.aligned 0;" ::: "memory");
}

__global__ void unfenced(float *out, const uint16_t *in) {
  __shared__ alignas(128) uint16_t a[1024];
  __shared__ alignas(128) uint16_t b[128];
  a[threadIdx.x] = in[threadIdx.x];
  b[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  float d[4] = {};
  multiply(d, descriptor(a), descriptor(b)); // expect: missing-proxy-fence
  out[threadIdx.x] = d[0];
}

__global__ void fenced(float *out, const uint16_t *in) {
  __shared__ alignas(128) uint16_t a[1024];
  __shared__ alignas(128) uint16_t b[128];
  a[threadIdx.x] = in[threadIdx.x];
  b[threadIdx.x] = in[threadIdx.x];
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  __syncthreads();
  float d[4] = {};
  multiply(d, descriptor(a), descriptor(b)); // ok: missing-proxy-fence
  out[threadIdx.x] = d[0];
}

// Written by cp.async: of the generic proxy too, but left out.
__global__ void copied(float *out, const uint16_t *in) {
  __shared__ alignas(128) uint16_t a[1024];
  __shared__ alignas(128) uint16_t b[1024];
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(
                   (uint32_t)__cvta_generic_to_shared(a + threadIdx.x * 8)),
               "l"(in + threadIdx.x * 8)
               : "memory");
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(
                   (uint32_t)__cvta_generic_to_shared(b + threadIdx.x * 8)),
               "l"(in + threadIdx.x * 8)
               : "memory");
  asm volatile("cp.async.wait_all;" ::: "memory");
  __syncthreads();
  float d[4] = {};
  multiply(d, descriptor(a), descriptor(b)); // expect: missing-proxy-fence
  out[threadIdx.x] = d[0];
}
