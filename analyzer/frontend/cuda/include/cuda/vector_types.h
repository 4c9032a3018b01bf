// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Vector types; alignment as the CUDA C++ programming guide lists it.
#pragma once
#define __VECTOR_TYPES_H__

#include "host_defines.h"

#define FENCEPOST_VECTORS(__T, NAME, ALIGN2, ALIGN4)                           \
  struct NAME##1 { __T x; };                                                   \
  struct __attribute__((aligned(ALIGN2))) NAME##2 { __T x, y; };               \
  struct NAME##3 { __T x, y, z; };                                             \
  struct __attribute__((aligned(ALIGN4))) NAME##4 { __T x, y, z, w; };

FENCEPOST_VECTORS(signed char, char, 2, 4)
FENCEPOST_VECTORS(unsigned char, uchar, 2, 4)
FENCEPOST_VECTORS(short, short, 4, 8)
FENCEPOST_VECTORS(unsigned short, ushort, 4, 8)
FENCEPOST_VECTORS(int, int, 8, 16)
FENCEPOST_VECTORS(unsigned int, uint, 8, 16)
FENCEPOST_VECTORS(long, long, 16, 16)
FENCEPOST_VECTORS(unsigned long, ulong, 16, 16)
FENCEPOST_VECTORS(long long, longlong, 16, 16)
FENCEPOST_VECTORS(unsigned long long, ulonglong, 16, 16)
FENCEPOST_VECTORS(float, float, 8, 16)
FENCEPOST_VECTORS(double, double, 16, 16)
#undef FENCEPOST_VECTORS

#define FENCEPOST_ALIGNED_VECTORS(__T, NAME)                                   \
  struct __attribute__((aligned(16))) NAME##4_16a { __T x, y, z, w; };         \
  struct __attribute__((aligned(32))) NAME##4_32a { __T x, y, z, w; };
FENCEPOST_ALIGNED_VECTORS(long, long)
FENCEPOST_ALIGNED_VECTORS(unsigned long, ulong)
FENCEPOST_ALIGNED_VECTORS(long long, longlong)
FENCEPOST_ALIGNED_VECTORS(unsigned long long, ulonglong)
FENCEPOST_ALIGNED_VECTORS(double, double)
#undef FENCEPOST_ALIGNED_VECTORS

struct dim3 {
  unsigned int x, y, z;
  __host__ __device__ constexpr dim3(unsigned int __X = 1, unsigned int __Y = 1,
                                     unsigned int __Z = 1)
      : x(__X), y(__Y), z(__Z) {}
  __host__ __device__ constexpr dim3(uint3 __V)
      : x(__V.x), y(__V.y), z(__V.z) {}
  __host__ __device__ constexpr operator uint3() const {
    return uint3{x, y, z};
  }
};
