__device__ bool neg0(float4 v) {
  return __float_as_uint(v.x) == 0x80000000u ||
         __float_as_uint(v.y) == 0x80000000u ||
         __float_as_uint(v.z) == 0x80000000u ||
         __float_as_uint(v.w) == 0x80000000u;
}
__device__ float4 ldv4(const float4 *p) {
  float4 v;
  asm volatile("ld.volatile.global.v4.f32 {%0,%1,%2,%3}, [%4];"
               : "=f"(v.x), "=f"(v.y), "=f"(v.z), "=f"(v.w)
               : "l"(p));
  return v;
}
__global__ void ar(float4 *const *peers, const float4 *in, float4 *out,
                   float4 *clear, int rank, int nr, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int r = 0; r < nr; ++r)
    peers[r][rank * n + i] = in[i];
  clear[i] = make_float4(-0.f, -0.f, -0.f, -0.f);
  float4 acc = make_float4(0, 0, 0, 0);
  for (int r = 0; r < nr; ++r) {
    float4 v = ldv4(&peers[rank][r * n + i]);
    while (neg0(v))  // ok: relaxed-poll
      v = ldv4(&peers[rank][r * n + i]);
    acc.x += v.x;
    acc.y += v.y;
    acc.z += v.z;
    acc.w += v.w;
  }
  out[i] = acc;
}
