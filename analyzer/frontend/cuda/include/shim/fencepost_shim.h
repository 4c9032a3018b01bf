// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Force-included into every unit, after a toolkit's headers or our own: what
// nvcc 13 offers without a header and Clang 22 does not. Only declarations
// where the analyzer knows the function by its name.
#pragma once
#pragma clang system_header

#include <cassert>
#include <cstdio>
#include <math.h>

// Macros that nvcc sets.
#if defined(CUDA_VERSION) && !defined(__CUDACC_VER_MAJOR__)
#define __CUDACC_VER_MAJOR__ (CUDA_VERSION / 1000)
#define __CUDACC_VER_MINOR__ (CUDA_VERSION % 1000 / 10)
#define __CUDACC_VER_BUILD__ 0
#endif
#ifndef __CUDACC_RDC__
#define __CUDACC_RDC__
#endif
#ifndef __CUDACC_EXTENDED_LAMBDA__
#define __CUDACC_EXTENDED_LAMBDA__ 1
#endif
#ifndef __CUDACC_RELAXED_CONSTEXPR__
#define __CUDACC_RELAXED_CONSTEXPR__ 1
#endif
#if !defined(_CG_CLUSTER_INTRINSICS_AVAILABLE) && __CUDA_ARCH__ >= 900
#define _CG_CLUSTER_INTRINSICS_AVAILABLE
#endif

namespace fencepost_shim {
template <bool> struct Require {};
template <> struct Require<true> {
  typedef void Type;
};
/// A parameter of this type takes no part in deduction.
template <class __T> struct Same {
  typedef __T Type;
};
} // namespace fencepost_shim

// Host forms of ::min and ::max, mixed types too. Templates, so that a
// program's own functions of these names win.
#define FENCEPOST_MINMAX(NAME, OPERATOR)                                       \
  template <class __A, class __B,                                              \
            class = typename fencepost_shim::Require<                          \
                __is_arithmetic(__A) && __is_arithmetic(__B)>::Type>           \
  __attribute__((host)) constexpr auto NAME(__A __X, __B __Y)                  \
      -> decltype(true ? __X : __Y) {                                          \
    typedef decltype(true ? __X : __Y) Common;                                 \
    return (Common)__X OPERATOR(Common) __Y ? (Common)__X : (Common)__Y;       \
  }
FENCEPOST_MINMAX(min, <)
FENCEPOST_MINMAX(max, >)
#undef FENCEPOST_MINMAX

// Calls as toolkits before 13 have them: a device by its number, and the names
// of version 3. Templates, so that what is declared elsewhere wins.
#if !defined(CUDA_VERSION) || CUDA_VERSION >= 13000
template <class __I,
          class = typename fencepost_shim::Require<__is_integral(__I)>::Type>
__attribute__((host)) cudaError_t
cudaMemAdvise(const void *__P, size_t Count, cudaMemoryAdvise Advice, __I To);
template <class __I,
          class = typename fencepost_shim::Require<__is_integral(__I)>::Type>
__attribute__((host)) cudaError_t
cudaMemPrefetchAsync(const void *__P, size_t Count, __I To,
                     cudaStream_t Stream = 0);
template <class = void>
__attribute__((host)) cudaError_t cudaThreadSynchronize();
template <class = void> __attribute__((host)) cudaError_t cudaThreadExit();
#endif

// Loads and stores with a cache hint, for the types that Clang's headers leave
// out; theirs are no templates and win.
#define FENCEPOST_LOAD(NAME)                                                   \
  template <class __T> __attribute__((device)) __T NAME(const __T *Address);
#define FENCEPOST_STORE(NAME)                                                  \
  template <class __T>                                                         \
  __attribute__((device)) void NAME(                                           \
      __T *Address, typename fencepost_shim::Same<__T>::Type Value);
FENCEPOST_LOAD(__ldg)
FENCEPOST_LOAD(__ldca)
FENCEPOST_LOAD(__ldcg)
FENCEPOST_LOAD(__ldcs)
FENCEPOST_LOAD(__ldlu)
FENCEPOST_LOAD(__ldcv)
FENCEPOST_STORE(__stwb)
FENCEPOST_STORE(__stcg)
FENCEPOST_STORE(__stcs)
FENCEPOST_STORE(__stwt)
#undef FENCEPOST_LOAD
#undef FENCEPOST_STORE

// 16-byte atomics on structures.
#define FENCEPOST_ATOMIC128(SUFFIX)                                            \
  template <class __T, class = typename fencepost_shim::Require<               \
                           sizeof(__T) == 16 && !__is_arithmetic(__T)>::Type>  \
  __attribute__((device)) __T atomicCAS##SUFFIX(                               \
      __T *Address, typename fencepost_shim::Same<__T>::Type Compare,          \
      typename fencepost_shim::Same<__T>::Type Value);                         \
  template <class __T, class = typename fencepost_shim::Require<               \
                           sizeof(__T) == 16 && !__is_arithmetic(__T)>::Type>  \
  __attribute__((device)) __T atomicExch##SUFFIX(                              \
      __T *Address, typename fencepost_shim::Same<__T>::Type Value);
FENCEPOST_ATOMIC128()
FENCEPOST_ATOMIC128(_block)
FENCEPOST_ATOMIC128(_system)
#undef FENCEPOST_ATOMIC128

// Arithmetic on two floats at once.
#define FENCEPOST_F32X2(MODE)                                                  \
  __attribute__((device)) float2 __fadd2_##MODE(float2 __A, float2 __B);       \
  __attribute__((device)) float2 __fmul2_##MODE(float2 __A, float2 __B);       \
  __attribute__((device)) float2 __ffma2_##MODE(float2 __A, float2 __B,        \
                                                float2 __C);
FENCEPOST_F32X2(rn)
FENCEPOST_F32X2(rz)
FENCEPOST_F32X2(rd)
FENCEPOST_F32X2(ru)
#undef FENCEPOST_F32X2

// The atomic builtin functions of nvcc.
#ifndef __NV_ATOMIC_RELAXED
#define __NV_ATOMIC_RELAXED 0
#define __NV_ATOMIC_CONSUME 1
#define __NV_ATOMIC_ACQUIRE 2
#define __NV_ATOMIC_RELEASE 3
#define __NV_ATOMIC_ACQ_REL 4
#define __NV_ATOMIC_SEQ_CST 5
#define __NV_THREAD_SCOPE_THREAD 0
#define __NV_THREAD_SCOPE_BLOCK 1
#define __NV_THREAD_SCOPE_CLUSTER 2
#define __NV_THREAD_SCOPE_DEVICE 3
#define __NV_THREAD_SCOPE_SYSTEM 4
#endif

#define FENCEPOST_VALUE typename fencepost_shim::Same<__T>::Type
#define FENCEPOST_SCOPE int Scope = __NV_THREAD_SCOPE_SYSTEM
#define FENCEPOST_FETCH(NAME)                                                  \
  template <class __T>                                                         \
  __attribute__((device)) __T __nv_atomic_fetch_##NAME(                        \
      __T *Address, FENCEPOST_VALUE Value, int Order, FENCEPOST_SCOPE);        \
  template <class __T>                                                         \
  __attribute__((device)) void __nv_atomic_##NAME(                             \
      __T *Address, FENCEPOST_VALUE Value, int Order, FENCEPOST_SCOPE);

template <class __T>
__attribute__((device)) __T __nv_atomic_load_n(const __T *Address, int Order,
                                               FENCEPOST_SCOPE);
template <class __T>
__attribute__((device)) __T __nv_atomic_load_n(const volatile __T *Address,
                                               int Order, FENCEPOST_SCOPE);
template <class __T>
__attribute__((device)) void __nv_atomic_load(const __T *Address, __T *Result,
                                              int Order, FENCEPOST_SCOPE);
template <class __T>
__attribute__((device)) void __nv_atomic_store_n(__T *Address,
                                                 FENCEPOST_VALUE Value,
                                                 int Order, FENCEPOST_SCOPE);
template <class __T>
__attribute__((device)) void __nv_atomic_store(__T *Address, __T *Value,
                                               int Order, FENCEPOST_SCOPE);
template <class __T>
__attribute__((device)) __T __nv_atomic_exchange_n(__T *Address,
                                                   FENCEPOST_VALUE Value,
                                                   int Order, FENCEPOST_SCOPE);
template <class __T>
__attribute__((device)) void __nv_atomic_exchange(__T *Address, __T *Value,
                                                  __T *Result, int Order,
                                                  FENCEPOST_SCOPE);
template <class __T>
__attribute__((device)) bool
__nv_atomic_compare_exchange_n(__T *Address, __T *Expected,
                               FENCEPOST_VALUE Value, bool Weak, int Success,
                               int Failure, FENCEPOST_SCOPE);
template <class __T>
__attribute__((device)) bool
__nv_atomic_compare_exchange(__T *Address, __T *Expected, __T *Value, bool Weak,
                             int Success, int Failure, FENCEPOST_SCOPE);
FENCEPOST_FETCH(add)
FENCEPOST_FETCH(sub)
FENCEPOST_FETCH(and)
FENCEPOST_FETCH(or)
FENCEPOST_FETCH(xor)
FENCEPOST_FETCH(min)
FENCEPOST_FETCH(max)
__attribute__((device)) void __nv_atomic_thread_fence(int Order,
                                                      FENCEPOST_SCOPE);
#undef FENCEPOST_FETCH
#undef FENCEPOST_SCOPE
#undef FENCEPOST_VALUE
