// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// make_* of the vector types.
#pragma once
#define __VECTOR_FUNCTIONS_H__

#include "vector_types.h"

#define FENCEPOST_MAKE(__T, NAME)                                              \
  static inline __host__ __device__ NAME##1 make_##NAME##1(__T __X) {          \
    return {__X};                                                              \
  }                                                                            \
  static inline __host__ __device__ NAME##2 make_##NAME##2(__T __X, __T __Y) { \
    return {__X, __Y};                                                         \
  }                                                                            \
  static inline __host__ __device__ NAME##3 make_##NAME##3(__T __X, __T __Y,   \
                                                           __T __Z) {          \
    return {__X, __Y, __Z};                                                    \
  }                                                                            \
  static inline __host__ __device__ NAME##4 make_##NAME##4(__T __X, __T __Y,   \
                                                           __T __Z, __T __W) { \
    return {__X, __Y, __Z, __W};                                               \
  }
FENCEPOST_MAKE(signed char, char)
FENCEPOST_MAKE(unsigned char, uchar)
FENCEPOST_MAKE(short, short)
FENCEPOST_MAKE(unsigned short, ushort)
FENCEPOST_MAKE(int, int)
FENCEPOST_MAKE(unsigned int, uint)
FENCEPOST_MAKE(long, long)
FENCEPOST_MAKE(unsigned long, ulong)
FENCEPOST_MAKE(long long, longlong)
FENCEPOST_MAKE(unsigned long long, ulonglong)
FENCEPOST_MAKE(float, float)
FENCEPOST_MAKE(double, double)
#undef FENCEPOST_MAKE
