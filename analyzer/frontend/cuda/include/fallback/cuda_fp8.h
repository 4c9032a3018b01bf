// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Eight-bit floating point (CUDA Math API), as types that are passed on and
// converted.
#pragma once
#include "cuda_bf16.h"
#include "cuda_fp16.h"

typedef unsigned char __nv_fp8_storage_t;
typedef unsigned short int __nv_fp8x2_storage_t;
typedef unsigned int __nv_fp8x4_storage_t;
typedef enum __nv_saturation_t { __NV_NOSAT, __NV_SATFINITE } __nv_saturation_t;
typedef enum __nv_fp8_interpretation_t {
  __NV_E4M3,
  __NV_E5M2
} __nv_fp8_interpretation_t;

__host__ __device__ __nv_fp8_storage_t
__nv_cvt_float_to_fp8(float, __nv_saturation_t, __nv_fp8_interpretation_t);
__host__ __device__ __nv_fp8_storage_t
__nv_cvt_double_to_fp8(double, __nv_saturation_t, __nv_fp8_interpretation_t);
__host__ __device__ __nv_fp8x2_storage_t __nv_cvt_float2_to_fp8x2(
    float2, __nv_saturation_t, __nv_fp8_interpretation_t);
__host__ __device__ __nv_fp8_storage_t __nv_cvt_halfraw_to_fp8(
    __half_raw, __nv_saturation_t, __nv_fp8_interpretation_t);
__host__ __device__ __nv_fp8_storage_t __nv_cvt_bfloat16raw_to_fp8(
    __nv_bfloat16_raw, __nv_saturation_t, __nv_fp8_interpretation_t);
__host__ __device__ __half_raw
    __nv_cvt_fp8_to_halfraw(__nv_fp8_storage_t, __nv_fp8_interpretation_t);
__host__ __device__ __half2_raw
    __nv_cvt_fp8x2_to_halfraw2(__nv_fp8x2_storage_t, __nv_fp8_interpretation_t);

/// Of the value alone.
__host__ __device__ unsigned __fencepost_fp8_to_bits(double Value);
__host__ __device__ float __fencepost_fp8_of_bits(unsigned Bits);

#define FENCEPOST_FP8_FROM(NAME, __T)                                          \
  __host__ __device__ explicit NAME(__T Value)                                 \
      : __x(__fencepost_fp8_to_bits(Value)) {}                                 \
  __host__ __device__ explicit operator __T() const {                          \
    return __T(__fencepost_fp8_of_bits(__x));                                  \
  }
#define FENCEPOST_FP8_FROM_MANY(NAME, __T, MAKE)                               \
  __host__ __device__ explicit NAME(__T Value)                                 \
      : __x(__fencepost_fp8_to_bits(Value.x)) {}                               \
  __host__ __device__ explicit operator __T() const {                          \
    float __A = __fencepost_fp8_of_bits(__x);                                  \
    return MAKE;                                                               \
  }
#define FENCEPOST_FP8(KIND)                                                    \
  struct __nv_fp8_##KIND {                                                     \
    __nv_fp8_storage_t __x;                                                    \
    __nv_fp8_##KIND() = default;                                               \
    FENCEPOST_FP8_FROM(__nv_fp8_##KIND, float)                                 \
    FENCEPOST_FP8_FROM(__nv_fp8_##KIND, double)                                \
    FENCEPOST_FP8_FROM(__nv_fp8_##KIND, int)                                   \
    FENCEPOST_FP8_FROM(__nv_fp8_##KIND, __half)                                \
    FENCEPOST_FP8_FROM(__nv_fp8_##KIND, __nv_bfloat16)                         \
  };                                                                           \
  struct __attribute__((aligned(2))) __nv_fp8x2_##KIND {                       \
    __nv_fp8x2_storage_t __x;                                                  \
    __nv_fp8x2_##KIND() = default;                                             \
    FENCEPOST_FP8_FROM_MANY(__nv_fp8x2_##KIND, float2, make_float2(__A, __A))  \
    FENCEPOST_FP8_FROM_MANY(__nv_fp8x2_##KIND, __half2, __half2(__A, __A))     \
  };                                                                           \
  struct __attribute__((aligned(4))) __nv_fp8x4_##KIND {                       \
    __nv_fp8x4_storage_t __x;                                                  \
    __nv_fp8x4_##KIND() = default;                                             \
    FENCEPOST_FP8_FROM_MANY(__nv_fp8x4_##KIND, float4,                         \
                            make_float4(__A, __A, __A, __A))                   \
  }
FENCEPOST_FP8(e4m3);
FENCEPOST_FP8(e5m2);
#undef FENCEPOST_FP8
#undef FENCEPOST_FP8_FROM
#undef FENCEPOST_FP8_FROM_MANY
