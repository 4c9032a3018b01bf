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

template <class T, T Value> struct integral_constant {
  static constexpr T value = Value;
  using value_type = T;
  using type = integral_constant;
  __host__ __device__ constexpr operator T() const noexcept { return Value; }
  __host__ __device__ constexpr T operator()() const noexcept { return Value; }
};
template <class T>
__host__ __device__ constexpr const T &min(const T &A, const T &B) {
  return B < A ? B : A;
}
template <class T>
__host__ __device__ constexpr const T &max(const T &A, const T &B) {
  return A < B ? B : A;
}
} // namespace __4
} // namespace std
} // namespace cuda

#define _CCCL_VERSION 3000000
#define CCCL_VERSION 3000000
#define _LIBCUDACXX_CUDA_API_VERSION 3000000
