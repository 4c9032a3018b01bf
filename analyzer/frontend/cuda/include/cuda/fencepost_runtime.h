// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Force-included where no CUDA toolkit is at hand: the language's keywords, the
// built-in variables and functions, the runtime API. Clang's own headers give
// the mathematics and the warp intrinsics.
#pragma once
#pragma clang system_header

#include <__clang_cuda_math_forward_declares.h>

// libstdc++ hides __float128 from CUDA by this macro.
#define __CUDACC__
#include <climits>
#include <cmath>
#include <cstdlib>
#include <stdlib.h>
#include <string.h>
#undef __CUDACC__

#define CUDA_VERSION 13000
#define CUDART_VERSION 13000

#include <__clang_cuda_builtin_vars.h>

#include "cuda_runtime_api.h"
#include "host_defines.h"
#include "vector_functions.h"
#include "vector_types.h"

// Each needs what the one before declares.
// clang-format off
#include <__clang_cuda_libdevice_declares.h>
#include <__clang_cuda_device_functions.h>
#include <__clang_cuda_math.h>
// clang-format on

#include "cuda.h"
#include "device_atomic_functions.h"
#include "fencepost_device_functions.h"

#define __CUDACC__

extern "C" {
__device__ int vprintf(const char *, const char *);
__device__ void free(void *) __attribute__((nothrow));
__device__ void *malloc(size_t) __attribute__((nothrow, malloc));
__device__ void __assertfail(const char *Message, const char *File,
                             unsigned Line, const char *Function,
                             size_t CharSize);
__device__ static inline void __assert_fail(const char *Message,
                                            const char *File, unsigned Line,
                                            const char *Function) {
  __assertfail(Message, File, Line, Function, sizeof(char));
}
__device__ int printf(const char *, ...);
}

namespace std {
__device__ static inline void free(void *__P) { ::free(__P); }
__device__ static inline void *malloc(size_t Size) { return ::malloc(Size); }
} // namespace std

#define FENCEPOST_BUILTIN_VARIABLE(NAME)                                       \
  __device__ inline __cuda_builtin_##NAME##_t::operator dim3() const {         \
    return dim3(x, y, z);                                                      \
  }                                                                            \
  __device__ inline __cuda_builtin_##NAME##_t::operator uint3() const {        \
    return {x, y, z};                                                          \
  }
FENCEPOST_BUILTIN_VARIABLE(threadIdx)
FENCEPOST_BUILTIN_VARIABLE(blockIdx)
FENCEPOST_BUILTIN_VARIABLE(blockDim)
FENCEPOST_BUILTIN_VARIABLE(gridDim)
#undef FENCEPOST_BUILTIN_VARIABLE

#include <__clang_cuda_cmath.h>
#include <__clang_cuda_intrinsics.h>

#include "cuda_runtime.h"

extern "C" unsigned __cudaPushCallConfiguration(dim3 Grid, dim3 Block,
                                                size_t Shared = 0,
                                                void *Stream = nullptr);
