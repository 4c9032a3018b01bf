// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Found where no CUB is: values, operators, loads and stores that name their
// caches.
#pragma once
#pragma clang system_header

#include <cfloat>
#include <cstddef>
#include <cuda_runtime.h>
#include <iterator>

#define CUB_NAMESPACE_BEGIN namespace cub {
#define CUB_NAMESPACE_END }
#define CUB_NS_QUALIFIER ::cub
#define CUB_VERSION 300000
#define CUB_RUNTIME_FUNCTION __host__ __device__
#define CUB_PTX_ARCH 900
#define CUB_MIN(A, B) (((A) > (B)) ? (B) : (A))
#define CUB_MAX(A, B) (((A) > (B)) ? (A) : (B))
#define CUB_QUOTIENT_CEILING(A, B) (((A) + (B) - 1) / (B))
#define CubDebug(E) (E)
#define CubDebugExit(E) (void)(E)

namespace cub {

struct NullType {};
template <int __V> struct Int2Type {
  enum { VALUE = __V };
};
template <typename __K, typename __V> struct KeyValuePair {
  typedef __K Key;
  typedef __V Value;
  Key key;
  Value value;
  KeyValuePair() = default;
  __host__ __device__ KeyValuePair(const __K &Key, const __V &Value)
      : key(Key), value(Value) {}
};
template <typename __T> struct DoubleBuffer {
  __T *d_buffers[2];
  int selector;
  __host__ __device__ DoubleBuffer() : d_buffers{}, selector(0) {}
  __host__ __device__ DoubleBuffer(__T *Now, __T *Then)
      : d_buffers{Now, Then}, selector(0) {}
  __host__ __device__ __T *Current() { return d_buffers[selector]; }
  __host__ __device__ __T *Alternate() { return d_buffers[selector ^ 1]; }
};

#define FENCEPOST_OPERATOR(NAME, EXPRESSION)                                   \
  struct NAME {                                                                \
    template <typename __T>                                                    \
    __host__ __device__ __T operator()(const __T &__A, const __T &__B) const { \
      return EXPRESSION;                                                       \
    }                                                                          \
  }
FENCEPOST_OPERATOR(Sum, __A + __B);
FENCEPOST_OPERATOR(Difference, __A - __B);
FENCEPOST_OPERATOR(Max, __A < __B ? __B : __A);
FENCEPOST_OPERATOR(Min, __B < __A ? __B : __A);
FENCEPOST_OPERATOR(ArgMax, __A.value < __B.value ? __B : __A);
FENCEPOST_OPERATOR(ArgMin, __B.value < __A.value ? __B : __A);
#undef FENCEPOST_OPERATOR
struct Equality {
  template <typename __T>
  __host__ __device__ bool operator()(const __T &__A, const __T &__B) const {
    return __A == __B;
  }
};
struct Inequality {
  template <typename __T>
  __host__ __device__ bool operator()(const __T &__A, const __T &__B) const {
    return __A != __B;
  }
};

__device__ inline unsigned LaneId() { return threadIdx.x % 32; }
__device__ inline unsigned WarpId() { return threadIdx.x / 32; }
__device__ inline int RowMajorTid(int __X, int __Y, int) {
  return (threadIdx.z * __Y + threadIdx.y) * __X + threadIdx.x;
}
template <typename __T> struct CountingInputIterator {
  using value_type = __T;
  using reference = __T;
  using pointer = __T *;
  using difference_type = std::ptrdiff_t;
  using iterator_category = std::random_access_iterator_tag;
  __T From;
  __host__ __device__ explicit CountingInputIterator(__T From) : From(From) {}
  __host__ __device__ __T operator*() const { return From; }
  __host__ __device__ __T operator[](std::ptrdiff_t By) const {
    return From + By;
  }
  __host__ __device__ CountingInputIterator operator+(std::ptrdiff_t By) const {
    return CountingInputIterator(From + By);
  }
};
template <typename __T> struct ConstantInputIterator {
  using value_type = __T;
  __T Value;
  __host__ __device__ explicit ConstantInputIterator(__T Value)
      : Value(Value) {}
  __host__ __device__ __T operator*() const { return Value; }
  __host__ __device__ __T operator[](std::ptrdiff_t) const { return Value; }
};
template <typename __T, typename __F, typename It>
struct TransformInputIterator {
  using value_type = __T;
  using reference = __T;
  using pointer = __T *;
  using difference_type = std::ptrdiff_t;
  using iterator_category = std::random_access_iterator_tag;
  It Over;
  __F Function;
  __host__ __device__ TransformInputIterator(It Over, __F Function)
      : Over(Over), Function(Function) {}
  __host__ __device__ __T operator*() const { return Function(*Over); }
  __host__ __device__ __T operator[](std::ptrdiff_t By) const {
    return Function(Over[By]);
  }
  __host__ __device__ TransformInputIterator
  operator+(std::ptrdiff_t By) const {
    return {Over + By, Function};
  }
};
__device__ inline void CTA_SYNC() { __syncthreads(); }
__device__ inline void WARP_SYNC(unsigned Mask) { __syncwarp(Mask); }
template <typename __A, typename __B>
__host__ __device__ constexpr __A DivideAndRoundUp(__A Whole, __B Part) {
  return (Whole + Part - 1) / Part;
}

// --- Loads and stores that name their caches ---

enum CacheLoadModifier {
  LOAD_DEFAULT,
  LOAD_CA,
  LOAD_CG,
  LOAD_CS,
  LOAD_CV,
  LOAD_LDG,
  LOAD_VOLATILE
};
enum CacheStoreModifier {
  STORE_DEFAULT,
  STORE_WB,
  STORE_CG,
  STORE_CS,
  STORE_WT,
  STORE_VOLATILE
};
template <CacheLoadModifier __M, typename It>
__device__ auto ThreadLoad(It At) {
  if constexpr (__M == LOAD_VOLATILE)
    return *const_cast<const volatile
                       typename std::iterator_traits<It>::value_type *>(At);
  else if constexpr (__M == LOAD_CG)
    return __ldcg(At);
  else if constexpr (__M == LOAD_LDG)
    return __ldg(At);
  else
    return *At;
}
template <CacheStoreModifier __M, typename It, typename __T>
__device__ void ThreadStore(It At, __T Value) {
  if constexpr (__M == STORE_VOLATILE)
    *const_cast<volatile __T *>(At) = Value;
  else
    *At = Value;
}

} // namespace cub
