// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Found where no Thrust is: complex numbers for host and device.
#pragma once
#pragma clang system_header

#include <cuda_runtime.h>

namespace thrust {
template <typename __T> struct complex {
  using value_type = __T;
  __T Real, Imaginary;
  __host__ __device__ complex(__T __R = 0, __T __I = 0)
      : Real(__R), Imaginary(__I) {}
  template <typename __U>
  __host__ __device__ complex(const complex<__U> &__A)
      : Real(__A.real()), Imaginary(__A.imag()) {}
  __host__ __device__ __T real() const { return Real; }
  __host__ __device__ __T imag() const { return Imaginary; }
  __host__ __device__ void real(__T __R) { Real = __R; }
  __host__ __device__ void imag(__T __I) { Imaginary = __I; }
  __host__ __device__ complex &operator+=(const complex &__B) {
    return *this = *this + __B;
  }
  __host__ __device__ complex &operator-=(const complex &__B) {
    return *this = *this - __B;
  }
  __host__ __device__ complex &operator*=(const complex &__B) {
    return *this = *this * __B;
  }
  __host__ __device__ complex &operator/=(const complex &__B) {
    return *this = *this / __B;
  }
  __host__ __device__ friend complex operator+(complex __A, complex __B) {
    return {__A.Real + __B.Real, __A.Imaginary + __B.Imaginary};
  }
  __host__ __device__ friend complex operator-(complex __A, complex __B) {
    return {__A.Real - __B.Real, __A.Imaginary - __B.Imaginary};
  }
  __host__ __device__ friend complex operator-(complex __A) {
    return {-__A.Real, -__A.Imaginary};
  }
  __host__ __device__ friend complex operator*(complex __A, complex __B) {
    return {__A.Real * __B.Real - __A.Imaginary * __B.Imaginary,
            __A.Real * __B.Imaginary + __A.Imaginary * __B.Real};
  }
  __host__ __device__ friend complex operator/(complex __A, complex __B) {
    __T Square = __B.Real * __B.Real + __B.Imaginary * __B.Imaginary;
    complex Out = __A * complex(__B.Real, -__B.Imaginary);
    return {Out.Real / Square, Out.Imaginary / Square};
  }
  __host__ __device__ friend bool operator==(complex __A, complex __B) {
    return __A.Real == __B.Real && __A.Imaginary == __B.Imaginary;
  }
  __host__ __device__ friend bool operator!=(complex __A, complex __B) {
    return !(__A == __B);
  }
};
template <typename __T> __host__ __device__ __T norm(const complex<__T> &__A) {
  return __A.Real * __A.Real + __A.Imaginary * __A.Imaginary;
}
template <typename __T> __host__ __device__ __T abs(const complex<__T> &__A) {
  return sqrt(norm(__A));
}
template <typename __T>
__host__ __device__ complex<__T> conj(const complex<__T> &__A) {
  return {__A.Real, -__A.Imaginary};
}
template <typename __T>
__host__ __device__ complex<__T> exp(const complex<__T> &__A) {
  __T Size = ::exp(__A.Real);
  return {Size * cos(__A.Imaginary), Size * sin(__A.Imaginary)};
}
template <typename __T>
__host__ __device__ complex<__T> polar(__T Size, __T Angle = 0) {
  return {Size * cos(Angle), Size * sin(Angle)};
}
} // namespace thrust
