// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Found where no GoogleMock is: matchers of values and elements, declared.
#pragma once
#pragma clang system_header

#include <gtest/gtest.h>

namespace testing {
namespace internal {
template <typename... __T> struct ElementsAreMatcher {};
template <typename __T> struct ElementsAreArrayMatcher {};
template <typename __T> struct EqMatcher {};
template <typename __T> struct ContainerEqMatcher {};
template <typename __T> struct FloatingEqMatcher {};
template <typename Pair, typename __T> struct PointwiseMatcher {};
struct FloatingEq2Matcher {};
struct Eq2Matcher {};
template <typename __M> struct PredicateFormatterFromMatcher {
  template <typename __T>
  AssertionResult operator()(const char *Text, const __T &Value) const;
};
template <typename __M>
PredicateFormatterFromMatcher<__M>
MakePredicateFormatterFromMatcher(__M Matcher);
} // namespace internal
template <typename... __T>
internal::ElementsAreMatcher<__T...> ElementsAre(const __T &...);
template <typename __T>
internal::ElementsAreArrayMatcher<__T> ElementsAreArray(const __T &);
template <typename __T> internal::EqMatcher<__T> Eq(const __T &);
template <typename __T>
internal::ContainerEqMatcher<__T> ContainerEq(const __T &);
template <typename __P, typename __T>
internal::PointwiseMatcher<__P, __T> Pointwise(const __P &, const __T &);
internal::Eq2Matcher Eq();
internal::FloatingEqMatcher<float> FloatEq(float Value);
internal::FloatingEqMatcher<double> DoubleEq(double Value);
internal::FloatingEqMatcher<float> FloatNear(float Value, float Bound);
internal::FloatingEqMatcher<double> DoubleNear(double Value, double Bound);
internal::FloatingEq2Matcher FloatEq();
internal::FloatingEq2Matcher FloatNear(float Bound);
internal::FloatingEq2Matcher DoubleNear(double Bound);
} // namespace testing

#define EXPECT_THAT(VALUE, MATCHER)                                            \
  ::testing::internal::MakePredicateFormatterFromMatcher(MATCHER)(#VALUE, VALUE)
#define ASSERT_THAT EXPECT_THAT
