// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Half precision (CUDA Math API).
#pragma once
#define __CUDA_FP16_H__

#include "cuda_runtime.h"

#define FENCEPOST_T __half
#define FENCEPOST_T2 __half2
#define FENCEPOST_RAW __half_raw
#define FENCEPOST_RAW2 __half2_raw
#define FENCEPOST_TO_BITS __fencepost_half_to_bits
#define FENCEPOST_OF_BITS __fencepost_half_of_bits
#define FENCEPOST_VALUE __fencepost_half_value
#define FENCEPOST_TRUTH __fencepost_half_truth
#include "fencepost_small_float.h"
#undef FENCEPOST_TO_BITS
#undef FENCEPOST_OF_BITS
#undef FENCEPOST_VALUE
#undef FENCEPOST_TRUTH
#undef FENCEPOST_T
#undef FENCEPOST_T2
#undef FENCEPOST_RAW
#undef FENCEPOST_RAW2

typedef __half half;
typedef __half2 half2;
typedef __half nv_half;
typedef __half2 nv_half2;
typedef __half __nv_half;
typedef __half2 __nv_half2;

__host__ __device__ __half __float2half(float __A);
__host__ __device__ float __half2float(__half __A);
__host__ __device__ __half __double2half(double __A);
__host__ __device__ __half2 __float2half2_rn(float __A);
__host__ __device__ __half2 __floats2half2_rn(float __A, float __B);
__host__ __device__ __half2 __float22half2_rn(float2 __A);
__host__ __device__ float2 __half22float2(__half2 __A);
__host__ __device__ __half2 __half2half2(__half __A);
__host__ __device__ __half2 __halves2half2(__half __A, __half __B);
__host__ __device__ __half __low2half(__half2 __A);
__host__ __device__ __half __high2half(__half2 __A);
__host__ __device__ __half2 __low2half2(__half2 __A);
__host__ __device__ __half2 __high2half2(__half2 __A);
__host__ __device__ __half2 __lows2half2(__half2 __A, __half2 __B);
__host__ __device__ __half2 __highs2half2(__half2 __A, __half2 __B);
__host__ __device__ __half2 make_half2(__half __A, __half __B);
__host__ __device__ unsigned short __half_as_ushort(__half __A);
__host__ __device__ short __half_as_short(__half __A);
__host__ __device__ __half __ushort_as_half(unsigned short __A);
__host__ __device__ __half __short_as_half(short __A);
__host__ __device__ __half __float2half_rn(float __A);
__host__ __device__ __half __int2half_rn(int __A);
__host__ __device__ int __half2int_rn(__half __A);
__host__ __device__ __half __uint2half_rn(unsigned int __A);
__host__ __device__ unsigned int __half2uint_rn(__half __A);
__host__ __device__ __half __ll2half_rn(long long __A);
__host__ __device__ long long __half2ll_rn(__half __A);
__host__ __device__ __half __ull2half_rn(unsigned long long __A);
__host__ __device__ unsigned long long __half2ull_rn(__half __A);
__host__ __device__ __half __short2half_rn(short __A);
__host__ __device__ short __half2short_rn(__half __A);
__host__ __device__ __half __ushort2half_rn(unsigned short __A);
__host__ __device__ unsigned short __half2ushort_rn(__half __A);
__host__ __device__ __half __float2half_rz(float __A);
__host__ __device__ __half __int2half_rz(int __A);
__host__ __device__ int __half2int_rz(__half __A);
__host__ __device__ __half __uint2half_rz(unsigned int __A);
__host__ __device__ unsigned int __half2uint_rz(__half __A);
__host__ __device__ __half __ll2half_rz(long long __A);
__host__ __device__ long long __half2ll_rz(__half __A);
__host__ __device__ __half __ull2half_rz(unsigned long long __A);
__host__ __device__ unsigned long long __half2ull_rz(__half __A);
__host__ __device__ __half __short2half_rz(short __A);
__host__ __device__ short __half2short_rz(__half __A);
__host__ __device__ __half __ushort2half_rz(unsigned short __A);
__host__ __device__ unsigned short __half2ushort_rz(__half __A);
__host__ __device__ __half __float2half_rd(float __A);
__host__ __device__ __half __int2half_rd(int __A);
__host__ __device__ int __half2int_rd(__half __A);
__host__ __device__ __half __uint2half_rd(unsigned int __A);
__host__ __device__ unsigned int __half2uint_rd(__half __A);
__host__ __device__ __half __ll2half_rd(long long __A);
__host__ __device__ long long __half2ll_rd(__half __A);
__host__ __device__ __half __ull2half_rd(unsigned long long __A);
__host__ __device__ unsigned long long __half2ull_rd(__half __A);
__host__ __device__ __half __short2half_rd(short __A);
__host__ __device__ short __half2short_rd(__half __A);
__host__ __device__ __half __ushort2half_rd(unsigned short __A);
__host__ __device__ unsigned short __half2ushort_rd(__half __A);
__host__ __device__ __half __float2half_ru(float __A);
__host__ __device__ __half __int2half_ru(int __A);
__host__ __device__ int __half2int_ru(__half __A);
__host__ __device__ __half __uint2half_ru(unsigned int __A);
__host__ __device__ unsigned int __half2uint_ru(__half __A);
__host__ __device__ __half __ll2half_ru(long long __A);
__host__ __device__ long long __half2ll_ru(__half __A);
__host__ __device__ __half __ull2half_ru(unsigned long long __A);
__host__ __device__ unsigned long long __half2ull_ru(__half __A);
__host__ __device__ __half __short2half_ru(short __A);
__host__ __device__ short __half2short_ru(__half __A);
__host__ __device__ __half __ushort2half_ru(unsigned short __A);
__host__ __device__ unsigned short __half2ushort_ru(__half __A);
