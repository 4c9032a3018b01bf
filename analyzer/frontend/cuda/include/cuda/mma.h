// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Warp matrix functions (CUDA C++ Programming Guide, "Warp Matrix Functions").
// What they do to memory is in rules/models/wmma.yaml.
#pragma once
#define __CUDA_MMA_H__

#include "cuda_bf16.h"
#include "cuda_fp16.h"

namespace nvcuda {
namespace wmma {

struct row_major;
struct col_major;
struct matrix_a;
struct matrix_b;
struct accumulator;

namespace precision {
struct u4;
struct s4;
struct b1;
struct tf32;
} // namespace precision
namespace experimental {
namespace precision = wmma::precision;
enum bmmaBitOp { bmmaBitOpXOR = 1, bmmaBitOpAND = 2 };
enum bmmaAccumulateOp { bmmaAccumulateOpPOPC = 1 };
} // namespace experimental
using experimental::bmmaAccumulateOp;
using experimental::bmmaAccumulateOpPOPC;
using experimental::bmmaBitOp;
using experimental::bmmaBitOpAND;
using experimental::bmmaBitOpXOR;

enum layout_t { mem_row_major, mem_col_major };

namespace detail {
template <typename __T> struct element {
  using type = __T;
};
template <> struct element<precision::tf32> {
  using type = float;
};
template <> struct element<precision::u4> {
  using type = unsigned;
};
template <> struct element<precision::s4> {
  using type = int;
};
template <> struct element<precision::b1> {
  using type = unsigned;
};
template <typename Use, int __M, int __N, int __K> struct size {
  static constexpr int value = __M * __N / 32;
};
template <int __M, int __N, int __K> struct size<matrix_a, __M, __N, __K> {
  static constexpr int value = __M * __K / 32;
};
template <int __M, int __N, int __K> struct size<matrix_b, __M, __N, __K> {
  static constexpr int value = __K * __N / 32;
};
} // namespace detail

/// A thread's part; how elements are spread over the warp is unspecified.
template <typename Use, int __M, int __N, int __K, typename __T,
          typename Layout = void>
class fragment {
public:
  using element_type = typename detail::element<__T>::type;
  using storage_element_type = element_type;
  static constexpr int num_elements = detail::size<Use, __M, __N, __K>::value;
  static constexpr int num_storage_elements = num_elements;
  element_type x[num_elements];
};

#define FENCEPOST_FRAGMENT                                                     \
  template <typename __U, int __M, int __N, int __K, typename __E, typename __L
#define FENCEPOST_ANY fragment<__U, __M, __N, __K, __E, __L>
FENCEPOST_FRAGMENT,
    typename __T >
        __device__ void fill_fragment(FENCEPOST_ANY &__A, const __T &Value);
FENCEPOST_FRAGMENT,
    typename __T > __device__ void load_matrix_sync(FENCEPOST_ANY &__A,
                                                    const __T *__P,
                                                    unsigned Stride);
FENCEPOST_FRAGMENT,
    typename __T >
        __device__ void load_matrix_sync(FENCEPOST_ANY &__A, const __T *__P,
                                         unsigned Stride, layout_t Layout);
FENCEPOST_FRAGMENT,
    typename __T >
        __device__ void store_matrix_sync(__T *__P, const FENCEPOST_ANY &__A,
                                          unsigned Stride, layout_t Layout);
#undef FENCEPOST_FRAGMENT
#undef FENCEPOST_ANY

template <typename __D, typename __A, typename __B, typename __C>
__device__ void mma_sync(__D &Out, const __A &Left, const __B &Right,
                         const __C &Sum, bool Saturates = false);
template <typename __D, typename __A, typename __B, typename __C>
__device__ void bmma_sync(__D &Out, const __A &Left, const __B &Right,
                          const __C &Sum, bmmaBitOp = bmmaBitOpXOR,
                          bmmaAccumulateOp = bmmaAccumulateOpPOPC);
__device__ float __float_to_tf32(float Value);

} // namespace wmma
} // namespace nvcuda
