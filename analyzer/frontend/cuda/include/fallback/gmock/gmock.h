// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Found where no GoogleMock is: matchers of values and elements, declared.
#pragma once
#pragma clang system_header

#include <gtest/gtest.h>

namespace testing {
namespace internal {
template <typename... T> struct ElementsAreMatcher {};
template <typename T> struct ElementsAreArrayMatcher {};
template <typename T> struct EqMatcher {};
template <typename T> struct ContainerEqMatcher {};
template <typename T> struct FloatingEqMatcher {};
template <typename Pair, typename T> struct PointwiseMatcher {};
struct FloatingEq2Matcher {};
struct Eq2Matcher {};
template <typename M> struct PredicateFormatterFromMatcher {
  template <typename T>
  AssertionResult operator()(const char *Text, const T &Value) const;
};
template <typename M>
PredicateFormatterFromMatcher<M> MakePredicateFormatterFromMatcher(M Matcher);
} // namespace internal
template <typename... T>
internal::ElementsAreMatcher<T...> ElementsAre(const T &...);
template <typename T>
internal::ElementsAreArrayMatcher<T> ElementsAreArray(const T &);
template <typename T> internal::EqMatcher<T> Eq(const T &);
template <typename T> internal::ContainerEqMatcher<T> ContainerEq(const T &);
template <typename P, typename T>
internal::PointwiseMatcher<P, T> Pointwise(const P &, const T &);
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
