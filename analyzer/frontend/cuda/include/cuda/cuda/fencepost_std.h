// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// cuda::std falls back on the host's standard library, whose constexpr
// functions device code may call. What this folder declares itself hides it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

namespace cuda {
namespace std {
inline namespace __4 {
using namespace ::std;

template <class __T, __T Value> struct integral_constant {
  static constexpr __T value = Value;
  using value_type = __T;
  using type = integral_constant;
  __host__ __device__ constexpr operator __T() const noexcept { return Value; }
  __host__ __device__ constexpr __T operator()() const noexcept {
    return Value;
  }
};
template <class __T>
__host__ __device__ constexpr const __T &min(const __T &__A, const __T &__B) {
  return __B < __A ? __B : __A;
}
template <class __T>
__host__ __device__ constexpr const __T &max(const __T &__A, const __T &__B) {
  return __A < __B ? __B : __A;
}
} // namespace __4
} // namespace std
} // namespace cuda

#define _CCCL_VERSION 3000000
#define CCCL_VERSION 3000000
#define _LIBCUDACXX_CUDA_API_VERSION 3000000
