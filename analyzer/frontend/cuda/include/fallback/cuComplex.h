// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Complex numbers in C's manner.
#pragma once
#include <cuda_runtime.h>

#define FENCEPOST_COMPLEX(T2, T, SUFFIX, NAME)                                 \
  typedef T2 NAME;                                                             \
  __host__ __device__ inline T2 make_##NAME(T __R, T __I) {                    \
    T2 Out;                                                                    \
    Out.x = __R;                                                               \
    Out.y = __I;                                                               \
    return Out;                                                                \
  }                                                                            \
  __host__ __device__ inline T cuCreal##SUFFIX(T2 __A) { return __A.x; }       \
  __host__ __device__ inline T cuCimag##SUFFIX(T2 __A) { return __A.y; }       \
  __host__ __device__ inline T2 cuConj##SUFFIX(T2 __A) {                       \
    return make_##NAME(__A.x, -__A.y);                                         \
  }                                                                            \
  __host__ __device__ inline T2 cuCadd##SUFFIX(T2 __A, T2 __B) {               \
    return make_##NAME(__A.x + __B.x, __A.y + __B.y);                          \
  }                                                                            \
  __host__ __device__ inline T2 cuCsub##SUFFIX(T2 __A, T2 __B) {               \
    return make_##NAME(__A.x - __B.x, __A.y - __B.y);                          \
  }                                                                            \
  __host__ __device__ inline T2 cuCmul##SUFFIX(T2 __A, T2 __B) {               \
    return make_##NAME(__A.x * __B.x - __A.y * __B.y,                          \
                       __A.x * __B.y + __A.y * __B.x);                         \
  }                                                                            \
  __host__ __device__ inline T2 cuCdiv##SUFFIX(T2 __A, T2 __B) {               \
    T Square = __B.x * __B.x + __B.y * __B.y;                                  \
    return make_##NAME((__A.x * __B.x + __A.y * __B.y) / Square,               \
                       (__A.y * __B.x - __A.x * __B.y) / Square);              \
  }                                                                            \
  __host__ __device__ inline T cuCabs##SUFFIX(T2 __A) {                        \
    return sqrt(__A.x * __A.x + __A.y * __A.y);                                \
  }
FENCEPOST_COMPLEX(float2, float, f, cuFloatComplex)
FENCEPOST_COMPLEX(double2, double, , cuDoubleComplex)
#undef FENCEPOST_COMPLEX
typedef cuFloatComplex cuComplex;
__host__ __device__ inline cuComplex make_cuComplex(float __R, float __I) {
  return make_cuFloatComplex(__R, __I);
}
__host__ __device__ inline cuComplex cuCfmaf(cuComplex __A, cuComplex __B,
                                             cuComplex __C) {
  return cuCaddf(cuCmulf(__A, __B), __C);
}
__host__ __device__ inline cuDoubleComplex
cuCfma(cuDoubleComplex __A, cuDoubleComplex __B, cuDoubleComplex __C) {
  return cuCadd(cuCmul(__A, __B), __C);
}
