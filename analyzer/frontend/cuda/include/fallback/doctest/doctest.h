// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Found where no doctest is: what tests of kernels use, declared.
#pragma once
#pragma clang system_header

namespace doctest {
class Approx {
public:
  explicit Approx(double);
  Approx operator()(double) const;
  Approx &epsilon(double);
  Approx &scale(double);
};
template <typename __T> bool operator==(const __T &, const Approx &);
template <typename __T> bool operator==(const Approx &, const __T &);
template <typename __T> bool operator!=(const __T &, const Approx &);
template <typename __T> bool operator<=(const __T &, const Approx &);
template <typename __T> bool operator>=(const __T &, const Approx &);

class Context {
public:
  Context(int = 0, const char *const * = nullptr);
  void applyCommandLine(int, const char *const *);
  void setOption(const char *, int);
  int run();
  bool shouldExit();
};
bool enter(const char *Subcase);
} // namespace doctest

#define FENCEPOST_JOIN_(__A, __B) __A##__B
#define FENCEPOST_JOIN(__A, __B) FENCEPOST_JOIN_(__A, __B)
#define FENCEPOST_CASE FENCEPOST_JOIN(testCase, __LINE__)
#define TEST_CASE(...) static void FENCEPOST_CASE()
#define SCENARIO TEST_CASE
#define TEST_CASE_FIXTURE(CLASS, ...)                                          \
  namespace {                                                                  \
  struct FENCEPOST_CASE : CLASS {                                              \
    void test();                                                               \
  };                                                                           \
  }                                                                            \
  void FENCEPOST_CASE::test()
#define TEST_CASE_TEMPLATE(NAME, __T, ...)                                     \
  template <typename __T> static void FENCEPOST_CASE();                        \
  template <typename... Types>                                                 \
  static void FENCEPOST_JOIN(forEach, __LINE__)() {                            \
    (FENCEPOST_CASE<Types>(), ...);                                            \
  }                                                                            \
  void FENCEPOST_JOIN(runAll, __LINE__)() {                                    \
    FENCEPOST_JOIN(forEach, __LINE__)<__VA_ARGS__>();                          \
  }                                                                            \
  template <typename __T> static void FENCEPOST_CASE()
#define TEST_SUITE(...) namespace FENCEPOST_JOIN(suite, __LINE__)
#define TEST_SUITE_BEGIN(...) static_assert(true)
#define TEST_SUITE_END() static_assert(true)
#define SUBCASE(...) if (::doctest::enter(""))
#define GIVEN SUBCASE
#define WHEN SUBCASE
#define THEN SUBCASE

#define CHECK(...) static_cast<void>(static_cast<bool>(__VA_ARGS__))
#define CHECK_FALSE(...) static_cast<void>(!static_cast<bool>(__VA_ARGS__))
#define CHECK_MESSAGE(CONDITION, ...)                                          \
  static_cast<void>(static_cast<bool>(CONDITION))
#define CHECK_EQ(__A, __B) static_cast<void>((__A) == (__B))
#define CHECK_NE(__A, __B) static_cast<void>((__A) != (__B))
#define CHECK_LT(__A, __B) static_cast<void>((__A) < (__B))
#define CHECK_LE(__A, __B) static_cast<void>((__A) <= (__B))
#define CHECK_GT(__A, __B) static_cast<void>((__A) > (__B))
#define CHECK_GE(__A, __B) static_cast<void>((__A) >= (__B))
#define CHECK_UNARY(__A) static_cast<void>(static_cast<bool>(__A))
#define CHECK_UNARY_FALSE(__A) static_cast<void>(!static_cast<bool>(__A))
#define CHECK_NOTHROW(...) static_cast<void>(__VA_ARGS__)
#define CHECK_THROWS(...) static_cast<void>(__VA_ARGS__)
#define REQUIRE CHECK
#define REQUIRE_FALSE CHECK_FALSE
#define REQUIRE_MESSAGE CHECK_MESSAGE
#define REQUIRE_EQ CHECK_EQ
#define REQUIRE_NE CHECK_NE
#define REQUIRE_LT CHECK_LT
#define REQUIRE_LE CHECK_LE
#define REQUIRE_GT CHECK_GT
#define REQUIRE_GE CHECK_GE
#define REQUIRE_UNARY CHECK_UNARY
#define REQUIRE_UNARY_FALSE CHECK_UNARY_FALSE
#define REQUIRE_NOTHROW CHECK_NOTHROW
#define WARN CHECK
#define WARN_EQ CHECK_EQ
#define INFO(...) static_cast<void>(0)
#define CAPTURE INFO
#define MESSAGE INFO
#define FAIL INFO
#define FAIL_CHECK INFO
