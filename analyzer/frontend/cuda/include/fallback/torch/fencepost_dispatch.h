// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One type stands for those that a dispatch chooses from; a switch that names
// its cases has them all.
#pragma once
#pragma clang system_header

#define FENCEPOST_DISPATCH(TYPE_NAME, TYPE, ...)                               \
  [&] {                                                                        \
    using TYPE_NAME [[maybe_unused]] = TYPE;                                   \
    return __VA_ARGS__();                                                      \
  }()
#define AT_DISPATCH_FLOATING_TYPES(TYPE, NAME, ...) FENCEPOST_DISPATCH(scalar_t, float, __VA_ARGS__)
#define AT_DISPATCH_FLOATING_TYPES_AND(S1, TYPE, NAME, ...) FENCEPOST_DISPATCH(scalar_t, float, __VA_ARGS__)
#define AT_DISPATCH_FLOATING_TYPES_AND2(S1, S2, TYPE, NAME, ...) FENCEPOST_DISPATCH(scalar_t, float, __VA_ARGS__)
#define AT_DISPATCH_FLOATING_TYPES_AND3(S1, S2, S3, TYPE, NAME, ...) FENCEPOST_DISPATCH(scalar_t, float, __VA_ARGS__)
#define AT_DISPATCH_FLOATING_TYPES_AND4(S1, S2, S3, S4, TYPE, NAME, ...) FENCEPOST_DISPATCH(scalar_t, float, __VA_ARGS__)
#define AT_DISPATCH_FLOATING_TYPES_AND5(S1, S2, S3, S4, S5, TYPE, NAME, ...) FENCEPOST_DISPATCH(scalar_t, float, __VA_ARGS__)
#define AT_DISPATCH_ALL_TYPES(TYPE, NAME, ...) FENCEPOST_DISPATCH(scalar_t, float, __VA_ARGS__)
#define AT_DISPATCH_ALL_TYPES_AND(S1, TYPE, NAME, ...) FENCEPOST_DISPATCH(scalar_t, float, __VA_ARGS__)
#define AT_DISPATCH_ALL_TYPES_AND2(S1, S2, TYPE, NAME, ...) FENCEPOST_DISPATCH(scalar_t, float, __VA_ARGS__)
#define AT_DISPATCH_ALL_TYPES_AND3(S1, S2, S3, TYPE, NAME, ...) FENCEPOST_DISPATCH(scalar_t, float, __VA_ARGS__)
#define AT_DISPATCH_ALL_TYPES_AND4(S1, S2, S3, S4, TYPE, NAME, ...) FENCEPOST_DISPATCH(scalar_t, float, __VA_ARGS__)
#define AT_DISPATCH_ALL_TYPES_AND5(S1, S2, S3, S4, S5, TYPE, NAME, ...) FENCEPOST_DISPATCH(scalar_t, float, __VA_ARGS__)
#define AT_DISPATCH_FLOATING_AND_COMPLEX_TYPES(TYPE, NAME, ...) FENCEPOST_DISPATCH(scalar_t, float, __VA_ARGS__)
#define AT_DISPATCH_FLOATING_AND_COMPLEX_TYPES_AND(S1, TYPE, NAME, ...) FENCEPOST_DISPATCH(scalar_t, float, __VA_ARGS__)
#define AT_DISPATCH_FLOATING_AND_COMPLEX_TYPES_AND2(S1, S2, TYPE, NAME, ...) FENCEPOST_DISPATCH(scalar_t, float, __VA_ARGS__)
#define AT_DISPATCH_FLOATING_AND_COMPLEX_TYPES_AND3(S1, S2, S3, TYPE, NAME, ...) FENCEPOST_DISPATCH(scalar_t, float, __VA_ARGS__)
#define AT_DISPATCH_FLOATING_AND_COMPLEX_TYPES_AND4(S1, S2, S3, S4, TYPE, NAME, ...) FENCEPOST_DISPATCH(scalar_t, float, __VA_ARGS__)
#define AT_DISPATCH_FLOATING_AND_COMPLEX_TYPES_AND5(S1, S2, S3, S4, S5, TYPE, NAME, ...) FENCEPOST_DISPATCH(scalar_t, float, __VA_ARGS__)
#define AT_DISPATCH_ALL_TYPES_AND_COMPLEX(TYPE, NAME, ...) FENCEPOST_DISPATCH(scalar_t, float, __VA_ARGS__)
#define AT_DISPATCH_ALL_TYPES_AND_COMPLEX_AND(S1, TYPE, NAME, ...) FENCEPOST_DISPATCH(scalar_t, float, __VA_ARGS__)
#define AT_DISPATCH_ALL_TYPES_AND_COMPLEX_AND2(S1, S2, TYPE, NAME, ...) FENCEPOST_DISPATCH(scalar_t, float, __VA_ARGS__)
#define AT_DISPATCH_ALL_TYPES_AND_COMPLEX_AND3(S1, S2, S3, TYPE, NAME, ...) FENCEPOST_DISPATCH(scalar_t, float, __VA_ARGS__)
#define AT_DISPATCH_ALL_TYPES_AND_COMPLEX_AND4(S1, S2, S3, S4, TYPE, NAME, ...) FENCEPOST_DISPATCH(scalar_t, float, __VA_ARGS__)
#define AT_DISPATCH_ALL_TYPES_AND_COMPLEX_AND5(S1, S2, S3, S4, S5, TYPE, NAME, ...) FENCEPOST_DISPATCH(scalar_t, float, __VA_ARGS__)
#define AT_DISPATCH_FLOATING_TYPES_AND_HALF(TYPE, NAME, ...) FENCEPOST_DISPATCH(scalar_t, float, __VA_ARGS__)
#define AT_DISPATCH_REDUCED_FLOATING_TYPES(TYPE, NAME, ...) FENCEPOST_DISPATCH(scalar_t, ::c10::Half, __VA_ARGS__)
#define AT_DISPATCH_INTEGRAL_TYPES(TYPE, NAME, ...) FENCEPOST_DISPATCH(scalar_t, int, __VA_ARGS__)
#define AT_DISPATCH_INTEGRAL_TYPES_AND(S1, TYPE, NAME, ...) FENCEPOST_DISPATCH(scalar_t, int, __VA_ARGS__)
#define AT_DISPATCH_INDEX_TYPES(TYPE, NAME, ...) FENCEPOST_DISPATCH(index_t, int64_t, __VA_ARGS__)
#define AT_WRAP(...) __VA_ARGS__
#define AT_EXPAND(...) __VA_ARGS__
#define AT_FLOATING_TYPES
#define AT_ALL_TYPES
#define AT_INTEGRAL_TYPES
#define AT_ALL_TYPES_AND_COMPLEX
#define AT_DISPATCH_V2(TYPE, NAME, BODY, ...) FENCEPOST_DISPATCH(scalar_t, float, BODY)

#define AT_DISPATCH_SWITCH(TYPE, NAME, ...)                                    \
  [&] {                                                                        \
    switch (::c10::ScalarType(TYPE)) {                                         \
      __VA_ARGS__                                                              \
    default:                                                                   \
      ::c10::throwError(NAME);                                                 \
    }                                                                          \
  }()
#define AT_PRIVATE_CASE_TYPE_USING_HINT(TYPE, HINT, ...)                       \
  case TYPE: {                                                                 \
    using HINT [[maybe_unused]] = ::c10::impl::ScalarTypeToCPPTypeT<TYPE>;     \
    return __VA_ARGS__();                                                      \
  }
#define AT_DISPATCH_CASE(TYPE, ...)                                            \
  AT_PRIVATE_CASE_TYPE_USING_HINT(TYPE, scalar_t, __VA_ARGS__)
#define AT_DISPATCH_CASE_FLOATING_TYPES(...)                                   \
  AT_DISPATCH_CASE(::c10::ScalarType::Double, __VA_ARGS__)                     \
  AT_DISPATCH_CASE(::c10::ScalarType::Float, __VA_ARGS__)
#define AT_DISPATCH_CASE_REDUCED_FLOATING_TYPES(...)                           \
  AT_DISPATCH_CASE(::c10::ScalarType::Half, __VA_ARGS__)                       \
  AT_DISPATCH_CASE(::c10::ScalarType::BFloat16, __VA_ARGS__)
#define AT_DISPATCH_CASE_INTEGRAL_TYPES(...)                                   \
  AT_DISPATCH_CASE(::c10::ScalarType::Byte, __VA_ARGS__)                       \
  AT_DISPATCH_CASE(::c10::ScalarType::Char, __VA_ARGS__)                       \
  AT_DISPATCH_CASE(::c10::ScalarType::Short, __VA_ARGS__)                      \
  AT_DISPATCH_CASE(::c10::ScalarType::Int, __VA_ARGS__)                        \
  AT_DISPATCH_CASE(::c10::ScalarType::Long, __VA_ARGS__)
#define AT_DISPATCH_CASE_ALL_TYPES(...)                                        \
  AT_DISPATCH_CASE_INTEGRAL_TYPES(__VA_ARGS__)                                 \
  AT_DISPATCH_CASE_FLOATING_TYPES(__VA_ARGS__)
