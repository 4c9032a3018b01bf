// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Classic atomic functions (CUDA C++ programming guide, "Atomic functions"):
// each in the device form and with the suffixes _block and _system.
#pragma once
#define __DEVICE_ATOMIC_FUNCTIONS_H__

#include "vector_types.h"

#define FENCEPOST_RMW(NAME, __T)                                               \
  __device__ __T NAME(__T *Address, __T Value);                                \
  __device__ __T NAME##_block(__T *Address, __T Value);                        \
  __device__ __T NAME##_system(__T *Address, __T Value);
#define FENCEPOST_CAS(__T)                                                     \
  __device__ __T atomicCAS(__T *Address, __T Compare, __T Value);              \
  __device__ __T atomicCAS_block(__T *Address, __T Compare, __T Value);        \
  __device__ __T atomicCAS_system(__T *Address, __T Compare, __T Value);

FENCEPOST_RMW(atomicAdd, int)
FENCEPOST_RMW(atomicAdd, unsigned int)
FENCEPOST_RMW(atomicAdd, unsigned long long)
FENCEPOST_RMW(atomicAdd, float)
FENCEPOST_RMW(atomicAdd, double)
FENCEPOST_RMW(atomicAdd, float2)
FENCEPOST_RMW(atomicAdd, float4)
FENCEPOST_RMW(atomicSub, int)
FENCEPOST_RMW(atomicSub, unsigned int)
FENCEPOST_RMW(atomicExch, int)
FENCEPOST_RMW(atomicExch, unsigned int)
FENCEPOST_RMW(atomicExch, unsigned long long)
FENCEPOST_RMW(atomicExch, float)
FENCEPOST_RMW(atomicMin, int)
FENCEPOST_RMW(atomicMin, unsigned int)
FENCEPOST_RMW(atomicMin, long long)
FENCEPOST_RMW(atomicMin, unsigned long long)
FENCEPOST_RMW(atomicMax, int)
FENCEPOST_RMW(atomicMax, unsigned int)
FENCEPOST_RMW(atomicMax, long long)
FENCEPOST_RMW(atomicMax, unsigned long long)
FENCEPOST_RMW(atomicInc, unsigned int)
FENCEPOST_RMW(atomicDec, unsigned int)
FENCEPOST_RMW(atomicAnd, int)
FENCEPOST_RMW(atomicAnd, unsigned int)
FENCEPOST_RMW(atomicAnd, unsigned long long)
FENCEPOST_RMW(atomicOr, int)
FENCEPOST_RMW(atomicOr, unsigned int)
FENCEPOST_RMW(atomicOr, unsigned long long)
FENCEPOST_RMW(atomicXor, int)
FENCEPOST_RMW(atomicXor, unsigned int)
FENCEPOST_RMW(atomicXor, unsigned long long)
FENCEPOST_CAS(int)
FENCEPOST_CAS(unsigned int)
FENCEPOST_CAS(unsigned long long)
FENCEPOST_CAS(unsigned short)
#undef FENCEPOST_RMW
#undef FENCEPOST_CAS
