// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Found where no Boost.Test is: what tests of kernels use, declared.
#pragma once
#pragma clang system_header

#include <algorithm>

namespace boost {
namespace unit_test {
class test_suite;
}
namespace test_tools {
template <typename __T> struct value_expr {
  const __T &Value;
};
struct seed {};
template <typename __T>
value_expr<__T> operator->*(const seed &, const __T &Value) {
  return {Value};
}
#define FENCEPOST_COMPARISON(OP)                                               \
  template <typename __A, typename __B>                                        \
  bool operator OP(const value_expr<__A> &, const __B &) {                     \
    return true;                                                               \
  }
FENCEPOST_COMPARISON(==)
FENCEPOST_COMPARISON(!=)
FENCEPOST_COMPARISON(<)
FENCEPOST_COMPARISON(<=)
FENCEPOST_COMPARISON(>)
FENCEPOST_COMPARISON(>=)
#undef FENCEPOST_COMPARISON
#define FENCEPOST_ARITHMETIC(OP)                                               \
  template <typename __A, typename __B>                                        \
  value_expr<__A> operator OP(const value_expr<__A> &Left, const __B &) {      \
    return Left;                                                               \
  }
FENCEPOST_ARITHMETIC(+)
FENCEPOST_ARITHMETIC(-)
FENCEPOST_ARITHMETIC(*)
FENCEPOST_ARITHMETIC(/)
#undef FENCEPOST_ARITHMETIC
// How a comparison is made: takes whatever the macro was given.
template <typename __E, typename... How>
void judge(const __E &, const How &...) {}

struct tolerance_how {};
template <typename __T> tolerance_how tolerance(const __T &);
struct percent_how {};
template <typename __T> __T operator%(const __T &, const percent_how &);
struct per_element {};
struct lexicographic {};
struct bitwise {};
template <typename __A, typename __B, typename __T>
bool near(const __A &, const __B &, const __T &);
} // namespace test_tools
} // namespace boost
namespace tt = boost::test_tools;

#define FENCEPOST_JOIN_(__A, __B) __A##__B
#define FENCEPOST_JOIN(__A, __B) FENCEPOST_JOIN_(__A, __B)
#define BOOST_AUTO_TEST_CASE(NAME, ...)                                        \
  struct NAME {                                                                \
    void test_method();                                                        \
  };                                                                           \
  void NAME::test_method()
#define BOOST_FIXTURE_TEST_CASE(NAME, FIXTURE, ...)                            \
  struct NAME : FIXTURE {                                                      \
    void test_method();                                                        \
  };                                                                           \
  void NAME::test_method()
#define BOOST_AUTO_TEST_SUITE(NAME, ...) namespace NAME {
#define BOOST_FIXTURE_TEST_SUITE(NAME, FIXTURE, ...) namespace NAME {
#define BOOST_AUTO_TEST_SUITE_END() }
#define BOOST_GLOBAL_FIXTURE(FIXTURE) static_assert(true)
#define BOOST_TEST_GLOBAL_FIXTURE BOOST_GLOBAL_FIXTURE

#define BOOST_TEST(...)                                                        \
  ::boost::test_tools::judge(::boost::test_tools::seed()->*__VA_ARGS__)
#define BOOST_TEST_REQUIRE BOOST_TEST
#define BOOST_CHECK(...) static_cast<void>(static_cast<bool>(__VA_ARGS__))
#define BOOST_CHECK_MESSAGE(CONDITION, ...)                                    \
  static_cast<void>(static_cast<bool>(CONDITION))
#define BOOST_CHECK_EQUAL(__A, __B) static_cast<void>((__A) == (__B))
#define BOOST_CHECK_NE(__A, __B) static_cast<void>((__A) != (__B))
#define BOOST_CHECK_LT(__A, __B) static_cast<void>((__A) < (__B))
#define BOOST_CHECK_LE(__A, __B) static_cast<void>((__A) <= (__B))
#define BOOST_CHECK_GT(__A, __B) static_cast<void>((__A) > (__B))
#define BOOST_CHECK_GE(__A, __B) static_cast<void>((__A) >= (__B))
#define BOOST_CHECK_EQUAL_COLLECTIONS(__A, __B, __C, __D)                      \
  static_cast<void>(::std::equal(__A, __B, __C, __D))
#define BOOST_CHECK_CLOSE(__A, __B, __T)                                       \
  static_cast<void>(::boost::test_tools::near(__A, __B, __T))
#define BOOST_CHECK_CLOSE_FRACTION BOOST_CHECK_CLOSE
#define BOOST_CHECK_SMALL(__A, __T)                                            \
  static_cast<void>(::boost::test_tools::near(__A, __A, __T))
#define BOOST_CHECK_NO_THROW(...) static_cast<void>(__VA_ARGS__)
#define BOOST_CHECK_THROW(__E, ...) static_cast<void>(__E)
#define BOOST_REQUIRE BOOST_CHECK
#define BOOST_REQUIRE_MESSAGE BOOST_CHECK_MESSAGE
#define BOOST_REQUIRE_EQUAL BOOST_CHECK_EQUAL
#define BOOST_REQUIRE_NE BOOST_CHECK_NE
#define BOOST_REQUIRE_LT BOOST_CHECK_LT
#define BOOST_REQUIRE_LE BOOST_CHECK_LE
#define BOOST_REQUIRE_GT BOOST_CHECK_GT
#define BOOST_REQUIRE_GE BOOST_CHECK_GE
#define BOOST_REQUIRE_EQUAL_COLLECTIONS BOOST_CHECK_EQUAL_COLLECTIONS
#define BOOST_REQUIRE_CLOSE BOOST_CHECK_CLOSE
#define BOOST_REQUIRE_CLOSE_FRACTION BOOST_CHECK_CLOSE
#define BOOST_REQUIRE_SMALL BOOST_CHECK_SMALL
#define BOOST_WARN BOOST_CHECK
#define BOOST_WARN_EQUAL BOOST_CHECK_EQUAL
#define BOOST_TEST_MESSAGE(...) static_cast<void>(0)
#define BOOST_ERROR BOOST_TEST_MESSAGE
#define BOOST_FAIL BOOST_TEST_MESSAGE
#define BOOST_TEST_CONTEXT(...) if (true)
#define BOOST_TEST_INFO BOOST_TEST_MESSAGE
