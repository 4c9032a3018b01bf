// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Device functions that Clang's own headers leave to the toolkit.
#pragma once

#define FENCEPOST_MINMAX(T, A, B)                                              \
  __device__ static inline T min(A X, B Y) {                                   \
    return (T)X < (T)Y ? (T)X : (T)Y;                                          \
  }                                                                            \
  __device__ static inline T max(A X, B Y) { return (T)X > (T)Y ? (T)X : (T)Y; }
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

__device__ int mulhi(int A, int B);
__device__ unsigned int mulhi(unsigned int A, unsigned int B);
__device__ int mul24(int A, int B);
__device__ unsigned int umul24(unsigned int A, unsigned int B);
__device__ int float2int(float A);
__device__ float int2float(int A);
__device__ int float_as_int(float A);
__device__ float int_as_float(int A);
__device__ float saturate(float A);
__device__ unsigned int umin(unsigned int A, unsigned int B);
__device__ unsigned int umax(unsigned int A, unsigned int B);
__device__ long long llmin(long long A, long long B);
__device__ long long llmax(long long A, long long B);
__device__ unsigned long long ullmin(unsigned long long A,
                                     unsigned long long B);
__device__ unsigned long long ullmax(unsigned long long A,
                                     unsigned long long B);

__device__ float rsqrt(float X);
__device__ float rcbrt(float X);
__device__ float sinpi(float X);
__device__ float cospi(float X);
__device__ float erfinv(float X);
__device__ float erfcinv(float X);
__device__ float erfcx(float X);
__device__ float normcdf(float X);
__device__ float normcdfinv(float X);

__device__ unsigned int __isGlobal(const void *P);
__device__ unsigned int __isShared(const void *P);
__device__ unsigned int __isConstant(const void *P);
__device__ unsigned int __isLocal(const void *P);
__device__ unsigned int __isGridConstant(const void *P);
__device__ unsigned int __isClusterShared(const void *P);

__device__ int __dp4a(int A, int B, int C);
__device__ unsigned int __dp4a(unsigned int A, unsigned int B, unsigned int C);
__device__ int __dp2a_lo(int A, int B, int C);
__device__ int __dp2a_hi(int A, int B, int C);

__device__ void __prof_trigger_impl(int N);
#define __prof_trigger(N) __prof_trigger_impl(N)

#define FENCEPOST_CONVERT_ADDRESS(SPACE)                                       \
  __device__ size_t __cvta_generic_to_##SPACE(const void *P);                  \
  __device__ void *__cvta_##SPACE##_to_generic(size_t Address);
FENCEPOST_CONVERT_ADDRESS(global)
FENCEPOST_CONVERT_ADDRESS(shared)
FENCEPOST_CONVERT_ADDRESS(constant)
FENCEPOST_CONVERT_ADDRESS(local)
#undef FENCEPOST_CONVERT_ADDRESS
__device__ size_t __cvta_generic_to_grid_constant(const void *P);
__device__ void *__cvta_grid_constant_to_generic(size_t Address);
