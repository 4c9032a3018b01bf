// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// bfloat16 (CUDA Math API).
#pragma once
#define __CUDA_BF16_H__

#include "cuda_runtime.h"

#define FENCEPOST_T __nv_bfloat16
#define FENCEPOST_T2 __nv_bfloat162
#define FENCEPOST_RAW __nv_bfloat16_raw
#define FENCEPOST_RAW2 __nv_bfloat162_raw
#define FENCEPOST_TO_BITS __fencepost_bfloat16_to_bits
#define FENCEPOST_OF_BITS __fencepost_bfloat16_of_bits
#define FENCEPOST_VALUE __fencepost_bfloat16_value
#define FENCEPOST_TRUTH __fencepost_bfloat16_truth
#include "fencepost_small_float.h"
#undef FENCEPOST_TO_BITS
#undef FENCEPOST_OF_BITS
#undef FENCEPOST_VALUE
#undef FENCEPOST_TRUTH
#undef FENCEPOST_T
#undef FENCEPOST_T2
#undef FENCEPOST_RAW
#undef FENCEPOST_RAW2

typedef __nv_bfloat16 nv_bfloat16;
typedef __nv_bfloat162 nv_bfloat162;

__host__ __device__ __nv_bfloat16 __float2bfloat16(float __A);
__host__ __device__ float __bfloat162float(__nv_bfloat16 __A);
__host__ __device__ __nv_bfloat16 __double2bfloat16(double __A);
__host__ __device__ __nv_bfloat162 __float2bfloat162_rn(float __A);
__host__ __device__ __nv_bfloat162 __floats2bfloat162_rn(float __A, float __B);
__host__ __device__ __nv_bfloat162 __float22bfloat162_rn(float2 __A);
__host__ __device__ float2 __bfloat1622float2(__nv_bfloat162 __A);
__host__ __device__ __nv_bfloat162 __bfloat162bfloat162(__nv_bfloat16 __A);
__host__ __device__ __nv_bfloat162 __halves2bfloat162(__nv_bfloat16 __A,
                                                      __nv_bfloat16 __B);
__host__ __device__ __nv_bfloat16 __low2bfloat16(__nv_bfloat162 __A);
__host__ __device__ __nv_bfloat16 __high2bfloat16(__nv_bfloat162 __A);
__host__ __device__ __nv_bfloat162 __low2bfloat162(__nv_bfloat162 __A);
__host__ __device__ __nv_bfloat162 __high2bfloat162(__nv_bfloat162 __A);
__host__ __device__ __nv_bfloat162 __lows2bfloat162(__nv_bfloat162 __A,
                                                    __nv_bfloat162 __B);
__host__ __device__ __nv_bfloat162 __highs2bfloat162(__nv_bfloat162 __A,
                                                     __nv_bfloat162 __B);
__host__ __device__ __nv_bfloat162 make_bfloat162(__nv_bfloat16 __A,
                                                  __nv_bfloat16 __B);
__host__ __device__ unsigned short __bfloat16_as_ushort(__nv_bfloat16 __A);
__host__ __device__ short __bfloat16_as_short(__nv_bfloat16 __A);
__host__ __device__ __nv_bfloat16 __ushort_as_bfloat16(unsigned short __A);
__host__ __device__ __nv_bfloat16 __short_as_bfloat16(short __A);
__host__ __device__ __nv_bfloat16 __float2bfloat16_rn(float __A);
__host__ __device__ __nv_bfloat16 __int2bfloat16_rn(int __A);
__host__ __device__ int __bfloat162int_rn(__nv_bfloat16 __A);
__host__ __device__ __nv_bfloat16 __uint2bfloat16_rn(unsigned int __A);
__host__ __device__ unsigned int __bfloat162uint_rn(__nv_bfloat16 __A);
__host__ __device__ __nv_bfloat16 __ll2bfloat16_rn(long long __A);
__host__ __device__ long long __bfloat162ll_rn(__nv_bfloat16 __A);
__host__ __device__ __nv_bfloat16 __ull2bfloat16_rn(unsigned long long __A);
__host__ __device__ unsigned long long __bfloat162ull_rn(__nv_bfloat16 __A);
__host__ __device__ __nv_bfloat16 __short2bfloat16_rn(short __A);
__host__ __device__ short __bfloat162short_rn(__nv_bfloat16 __A);
__host__ __device__ __nv_bfloat16 __ushort2bfloat16_rn(unsigned short __A);
__host__ __device__ unsigned short __bfloat162ushort_rn(__nv_bfloat16 __A);
__host__ __device__ __nv_bfloat16 __float2bfloat16_rz(float __A);
__host__ __device__ __nv_bfloat16 __int2bfloat16_rz(int __A);
__host__ __device__ int __bfloat162int_rz(__nv_bfloat16 __A);
__host__ __device__ __nv_bfloat16 __uint2bfloat16_rz(unsigned int __A);
__host__ __device__ unsigned int __bfloat162uint_rz(__nv_bfloat16 __A);
__host__ __device__ __nv_bfloat16 __ll2bfloat16_rz(long long __A);
__host__ __device__ long long __bfloat162ll_rz(__nv_bfloat16 __A);
__host__ __device__ __nv_bfloat16 __ull2bfloat16_rz(unsigned long long __A);
__host__ __device__ unsigned long long __bfloat162ull_rz(__nv_bfloat16 __A);
__host__ __device__ __nv_bfloat16 __short2bfloat16_rz(short __A);
__host__ __device__ short __bfloat162short_rz(__nv_bfloat16 __A);
__host__ __device__ __nv_bfloat16 __ushort2bfloat16_rz(unsigned short __A);
__host__ __device__ unsigned short __bfloat162ushort_rz(__nv_bfloat16 __A);
__host__ __device__ __nv_bfloat16 __float2bfloat16_rd(float __A);
__host__ __device__ __nv_bfloat16 __int2bfloat16_rd(int __A);
__host__ __device__ int __bfloat162int_rd(__nv_bfloat16 __A);
__host__ __device__ __nv_bfloat16 __uint2bfloat16_rd(unsigned int __A);
__host__ __device__ unsigned int __bfloat162uint_rd(__nv_bfloat16 __A);
__host__ __device__ __nv_bfloat16 __ll2bfloat16_rd(long long __A);
__host__ __device__ long long __bfloat162ll_rd(__nv_bfloat16 __A);
__host__ __device__ __nv_bfloat16 __ull2bfloat16_rd(unsigned long long __A);
__host__ __device__ unsigned long long __bfloat162ull_rd(__nv_bfloat16 __A);
__host__ __device__ __nv_bfloat16 __short2bfloat16_rd(short __A);
__host__ __device__ short __bfloat162short_rd(__nv_bfloat16 __A);
__host__ __device__ __nv_bfloat16 __ushort2bfloat16_rd(unsigned short __A);
__host__ __device__ unsigned short __bfloat162ushort_rd(__nv_bfloat16 __A);
__host__ __device__ __nv_bfloat16 __float2bfloat16_ru(float __A);
__host__ __device__ __nv_bfloat16 __int2bfloat16_ru(int __A);
__host__ __device__ int __bfloat162int_ru(__nv_bfloat16 __A);
__host__ __device__ __nv_bfloat16 __uint2bfloat16_ru(unsigned int __A);
__host__ __device__ unsigned int __bfloat162uint_ru(__nv_bfloat16 __A);
__host__ __device__ __nv_bfloat16 __ll2bfloat16_ru(long long __A);
__host__ __device__ long long __bfloat162ll_ru(__nv_bfloat16 __A);
__host__ __device__ __nv_bfloat16 __ull2bfloat16_ru(unsigned long long __A);
__host__ __device__ unsigned long long __bfloat162ull_ru(__nv_bfloat16 __A);
__host__ __device__ __nv_bfloat16 __short2bfloat16_ru(short __A);
__host__ __device__ short __bfloat162short_ru(__nv_bfloat16 __A);
__host__ __device__ __nv_bfloat16 __ushort2bfloat16_ru(unsigned short __A);
__host__ __device__ unsigned short __bfloat162ushort_ru(__nv_bfloat16 __A);
