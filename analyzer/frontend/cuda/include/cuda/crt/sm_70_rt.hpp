// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Warp matches and sleep (Clang's intrinsics header includes this name).
#pragma once

#define FENCEPOST_MATCH(__T)                                                   \
  __device__ unsigned int __match_any_sync(unsigned int Mask, __T Value);      \
  __device__ unsigned int __match_all_sync(unsigned int Mask, __T Value,       \
                                           int *Predicate);
FENCEPOST_MATCH(int)
FENCEPOST_MATCH(unsigned int)
FENCEPOST_MATCH(long)
FENCEPOST_MATCH(unsigned long)
FENCEPOST_MATCH(long long)
FENCEPOST_MATCH(unsigned long long)
FENCEPOST_MATCH(float)
FENCEPOST_MATCH(double)
#undef FENCEPOST_MATCH
__device__ void __nanosleep(unsigned int Nanoseconds);
