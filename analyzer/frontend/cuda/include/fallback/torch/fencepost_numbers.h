// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Numbers that PyTorch adds to C++, and how its types name one another.
#pragma once
#pragma clang system_header

#include <cstdint>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <limits>
#include <type_traits>

#define C10_HOST_DEVICE __host__ __device__
#define C10_DEVICE __device__
#define C10_HOST __host__

namespace c10 {
enum class ScalarType : signed char {
  Byte, Char, Short, Int, Long, Half, Float, Double, ComplexHalf, ComplexFloat,
  ComplexDouble, Bool, BFloat16, Float8_e5m2, Float8_e4m3fn, Undefined
};

#define FENCEPOST_SMALL_FLOAT(NAME, CUDA, TO, FROM)                            \
  struct NAME {                                                                \
    unsigned short x;                                                          \
    NAME() = default;                                                          \
    C10_HOST_DEVICE NAME(float Value) : NAME(TO(Value)) {}                     \
    C10_HOST_DEVICE NAME(const CUDA &Value)                                    \
        : x(reinterpret_cast<const unsigned short &>(Value)) {}                \
    C10_HOST_DEVICE operator float() const {                                   \
      return FROM(reinterpret_cast<const CUDA &>(x));                          \
    }                                                                          \
    C10_HOST_DEVICE operator CUDA() const {                                    \
      return reinterpret_cast<const CUDA &>(x);                                \
    }                                                                          \
  };                                                                           \
  FENCEPOST_SMALL_OPERATOR(NAME, +)                                            \
  FENCEPOST_SMALL_OPERATOR(NAME, -)                                            \
  FENCEPOST_SMALL_OPERATOR(NAME, *)                                            \
  FENCEPOST_SMALL_OPERATOR(NAME, /)                                            \
  FENCEPOST_SMALL_COMPARE(NAME, <)                                             \
  FENCEPOST_SMALL_COMPARE(NAME, >)                                             \
  FENCEPOST_SMALL_COMPARE(NAME, <=)                                            \
  FENCEPOST_SMALL_COMPARE(NAME, >=)                                            \
  FENCEPOST_SMALL_COMPARE(NAME, ==)                                            \
  FENCEPOST_SMALL_COMPARE(NAME, !=)                                            \
  inline C10_HOST_DEVICE NAME operator-(NAME Of) { return -float(Of); }
#define FENCEPOST_SMALL_OPERATOR(NAME, OP)                                     \
  inline C10_HOST_DEVICE NAME operator OP(NAME __L, NAME __R) {                    \
    return float(__L) OP float(__R);                                               \
  }                                                                            \
  template <typename __T, typename = std::enable_if_t<std::is_arithmetic_v<__T>>> \
  C10_HOST_DEVICE auto operator OP(NAME __L, __T __R) {                            \
    if constexpr (std::is_integral_v<__T>)                                     \
      return __L OP NAME(float(__R));                                              \
    else                                                                       \
      return float(__L) OP __R;                                                    \
  }                                                                            \
  template <typename __T, typename = std::enable_if_t<std::is_arithmetic_v<__T>>> \
  C10_HOST_DEVICE auto operator OP(__T __L, NAME __R) {                            \
    if constexpr (std::is_integral_v<__T>)                                     \
      return NAME(float(__L)) OP __R;                                              \
    else                                                                       \
      return __L OP float(__R);                                                    \
  }                                                                            \
  inline C10_HOST_DEVICE NAME &operator OP##=(NAME & __L, NAME __R) {              \
    return __L = __L OP __R;                                                         \
  }
#define FENCEPOST_SMALL_COMPARE(NAME, OP)                                      \
  inline C10_HOST_DEVICE bool operator OP(NAME __L, NAME __R) {                    \
    return float(__L) OP float(__R);                                               \
  }                                                                            \
  template <typename __T, typename = std::enable_if_t<std::is_arithmetic_v<__T>>> \
  C10_HOST_DEVICE bool operator OP(NAME __L, __T __R) {                            \
    return float(__L) OP __R;                                                      \
  }                                                                            \
  template <typename __T, typename = std::enable_if_t<std::is_arithmetic_v<__T>>> \
  C10_HOST_DEVICE bool operator OP(__T __L, NAME __R) {                            \
    return __L OP float(__R);                                                      \
  }
FENCEPOST_SMALL_FLOAT(Half, __half, __float2half, __half2float)
FENCEPOST_SMALL_FLOAT(BFloat16, __nv_bfloat16, __float2bfloat16, __bfloat162float)
#undef FENCEPOST_SMALL_FLOAT
#undef FENCEPOST_SMALL_OPERATOR
#undef FENCEPOST_SMALL_COMPARE

template <typename __T> struct complex {
  __T real_, imag_;
  constexpr C10_HOST_DEVICE complex(__T Real = 0, __T Imag = 0)
      : real_(Real), imag_(Imag) {}
  constexpr C10_HOST_DEVICE __T real() const { return real_; }
  constexpr C10_HOST_DEVICE __T imag() const { return imag_; }
  C10_HOST_DEVICE complex operator+(complex __R) const {
    return {real_ + __R.real_, imag_ + __R.imag_};
  }
  C10_HOST_DEVICE complex operator-(complex __R) const {
    return {real_ - __R.real_, imag_ - __R.imag_};
  }
  C10_HOST_DEVICE complex operator*(complex __R) const {
    return {real_ * __R.real_ - imag_ * __R.imag_, real_ * __R.imag_ + imag_ * __R.real_};
  }
  C10_HOST_DEVICE complex &operator+=(complex __R) { return *this = *this + __R; }
  C10_HOST_DEVICE complex &operator*=(complex __R) { return *this = *this * __R; }
};
struct Float8_e4m3fn {
  unsigned char x;
};
struct Float8_e5m2 {
  unsigned char x;
};

namespace impl {
template <ScalarType> struct ScalarTypeToCPPType {
  using type = float;
};
} // namespace impl
template <typename> struct CppTypeToScalarType {
  static constexpr ScalarType value = ScalarType::Undefined;
};
#define FENCEPOST_SCALAR(TYPE, NAME)                                           \
  namespace impl {                                                             \
  template <> struct ScalarTypeToCPPType<ScalarType::NAME> {                   \
    using type = TYPE;                                                         \
  };                                                                           \
  }                                                                            \
  template <> struct CppTypeToScalarType<TYPE> {                               \
    static constexpr ScalarType value = ScalarType::NAME;                      \
  };
FENCEPOST_SCALAR(uint8_t, Byte)
FENCEPOST_SCALAR(int8_t, Char)
FENCEPOST_SCALAR(int16_t, Short)
FENCEPOST_SCALAR(int, Int)
FENCEPOST_SCALAR(int64_t, Long)
FENCEPOST_SCALAR(Half, Half)
FENCEPOST_SCALAR(float, Float)
FENCEPOST_SCALAR(double, Double)
FENCEPOST_SCALAR(bool, Bool)
FENCEPOST_SCALAR(BFloat16, BFloat16)
FENCEPOST_SCALAR(Float8_e4m3fn, Float8_e4m3fn)
FENCEPOST_SCALAR(Float8_e5m2, Float8_e5m2)
FENCEPOST_SCALAR(complex<float>, ComplexFloat)
FENCEPOST_SCALAR(complex<double>, ComplexDouble)
#undef FENCEPOST_SCALAR
namespace impl {
template <ScalarType __S>
using ScalarTypeToCPPTypeT = typename ScalarTypeToCPPType<__S>::type;
}
} // namespace c10

namespace at {
using namespace c10;
template <typename __T> struct OpMathType {
  using type = __T;
};
template <> struct OpMathType<Half> {
  using type = float;
};
template <> struct OpMathType<BFloat16> {
  using type = float;
};
template <typename __T> using opmath_type = typename OpMathType<__T>::type;
template <typename __T, bool = true>
using acc_type = std::conditional_t<
    std::is_integral_v<__T> && !std::is_same_v<__T, bool>, int64_t,
    opmath_type<__T>>;

template <typename __T> struct numeric_limits {
  using Limits = std::numeric_limits<__T>;
  static C10_HOST_DEVICE __T lowest() { return Limits::lowest(); }
  static C10_HOST_DEVICE __T max() { return Limits::max(); }
  static C10_HOST_DEVICE __T lower_bound() {
    return Limits::has_infinity ? -Limits::infinity() : Limits::lowest();
  }
  static C10_HOST_DEVICE __T upper_bound() {
    return Limits::has_infinity ? Limits::infinity() : Limits::max();
  }
};
} // namespace at
