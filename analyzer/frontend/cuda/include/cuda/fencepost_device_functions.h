// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Device functions that Clang's own headers leave to the toolkit.
#pragma once

#define FENCEPOST_MINMAX(__T, __A, __B)                                        \
  __device__ static inline __T min(__A __X, __B __Y) {                         \
    return (__T)__X < (__T)__Y ? (__T)__X : (__T)__Y;                          \
  }                                                                            \
  __device__ static inline __T max(__A __X, __B __Y) {                         \
    return (__T)__X > (__T)__Y ? (__T)__X : (__T)__Y;                          \
  }
FENCEPOST_MINMAX(unsigned int, unsigned int, unsigned int)
FENCEPOST_MINMAX(unsigned int, int, unsigned int)
FENCEPOST_MINMAX(unsigned int, unsigned int, int)
FENCEPOST_MINMAX(long, long, long)
FENCEPOST_MINMAX(unsigned long, unsigned long, unsigned long)
FENCEPOST_MINMAX(unsigned long, long, unsigned long)
FENCEPOST_MINMAX(unsigned long, unsigned long, long)
FENCEPOST_MINMAX(long long, long long, long long)
FENCEPOST_MINMAX(unsigned long long, unsigned long long, unsigned long long)
FENCEPOST_MINMAX(unsigned long long, long long, unsigned long long)
FENCEPOST_MINMAX(unsigned long long, unsigned long long, long long)
FENCEPOST_MINMAX(float, float, float)
FENCEPOST_MINMAX(double, double, double)
FENCEPOST_MINMAX(double, float, double)
FENCEPOST_MINMAX(double, double, float)
#undef FENCEPOST_MINMAX

__device__ int mulhi(int __A, int __B);
__device__ unsigned int mulhi(unsigned int __A, unsigned int __B);
__device__ int mul24(int __A, int __B);
__device__ unsigned int umul24(unsigned int __A, unsigned int __B);
__device__ int float2int(float __A);
__device__ float int2float(int __A);
__device__ int float_as_int(float __A);
__device__ float int_as_float(int __A);
__device__ float saturate(float __A);
__device__ unsigned int umin(unsigned int __A, unsigned int __B);
__device__ unsigned int umax(unsigned int __A, unsigned int __B);
__device__ long long llmin(long long __A, long long __B);
__device__ long long llmax(long long __A, long long __B);
__device__ unsigned long long ullmin(unsigned long long __A,
                                     unsigned long long __B);
__device__ unsigned long long ullmax(unsigned long long __A,
                                     unsigned long long __B);

__device__ float rsqrt(float __X);
__device__ float rcbrt(float __X);
__device__ float sinpi(float __X);
__device__ float cospi(float __X);
__device__ float erfinv(float __X);
__device__ float erfcinv(float __X);
__device__ float erfcx(float __X);
__device__ float normcdf(float __X);
__device__ float normcdfinv(float __X);

__device__ unsigned int __isGlobal(const void *__P);
__device__ unsigned int __isShared(const void *__P);
__device__ unsigned int __isConstant(const void *__P);
__device__ unsigned int __isLocal(const void *__P);
__device__ unsigned int __isGridConstant(const void *__P);
__device__ unsigned int __isClusterShared(const void *__P);

__device__ int __dp4a(int __A, int __B, int __C);
__device__ unsigned int __dp4a(unsigned int __A, unsigned int __B,
                               unsigned int __C);
__device__ int __dp2a_lo(int __A, int __B, int __C);
__device__ int __dp2a_hi(int __A, int __B, int __C);

__device__ void __prof_trigger_impl(int __N);
#define __prof_trigger(__N) __prof_trigger_impl(__N)

#define FENCEPOST_CONVERT_ADDRESS(SPACE)                                       \
  __device__ size_t __cvta_generic_to_##SPACE(const void *__P);                \
  __device__ void *__cvta_##SPACE##_to_generic(size_t Address);
FENCEPOST_CONVERT_ADDRESS(global)
FENCEPOST_CONVERT_ADDRESS(shared)
FENCEPOST_CONVERT_ADDRESS(constant)
FENCEPOST_CONVERT_ADDRESS(local)
#undef FENCEPOST_CONVERT_ADDRESS
__device__ size_t __cvta_generic_to_grid_constant(const void *__P);
__device__ void *__cvta_grid_constant_to_generic(size_t Address);
