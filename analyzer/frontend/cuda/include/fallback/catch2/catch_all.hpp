// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Found where no Catch2 is: what tests of kernels use, declared.
#pragma once
#pragma clang system_header

#include <initializer_list>

namespace Catch {
class Approx {
public:
  explicit Approx(double);
  static Approx custom();
  Approx operator()(double) const;
  Approx &epsilon(double);
  Approx &margin(double);
  Approx &scale(double);
};
template <typename __T> bool operator==(const __T &, const Approx &);
template <typename __T> bool operator==(const Approx &, const __T &);
template <typename __T> bool operator!=(const __T &, const Approx &);
template <typename __T> bool operator<=(const __T &, const Approx &);
template <typename __T> bool operator>=(const __T &, const Approx &);

bool enter(const char *Section);
void tell(const char *);
template <typename __T> const __T &generated(const __T &First) { return First; }
template <typename __T, typename... More>
const __T &generated(const __T &First, const More &...) {
  return First;
}

namespace Matchers {
struct Matcher {};
Matcher WithinAbs(double, double);
Matcher WithinRel(double, double);
Matcher WithinRel(double);
Matcher WithinULP(double, unsigned long);
Matcher operator||(const Matcher &, const Matcher &);
Matcher operator&&(const Matcher &, const Matcher &);
Matcher operator!(const Matcher &);
// Types of lambdas have no linkage: what takes them needs a body.
template <typename __T> Matcher Approx(const __T &) { return {}; }
template <typename __T> Matcher Predicate(const __T &, const char * = "") {
  return {};
}
} // namespace Matchers
template <typename __T> void match(const __T &, const Matchers::Matcher &) {}
namespace literals {
Approx operator""_a(long double);
Approx operator""_a(unsigned long long);
} // namespace literals
} // namespace Catch

#define FENCEPOST_JOIN_(__A, __B) __A##__B
#define FENCEPOST_JOIN(__A, __B) FENCEPOST_JOIN_(__A, __B)
#define FENCEPOST_CASE FENCEPOST_JOIN(testCase, __LINE__)
#define TEST_CASE(...) static void FENCEPOST_CASE()
#define SCENARIO TEST_CASE
#define TEST_CASE_METHOD(CLASS, ...)                                           \
  namespace {                                                                  \
  struct FENCEPOST_CASE : CLASS {                                              \
    void test();                                                               \
  };                                                                           \
  }                                                                            \
  void FENCEPOST_CASE::test()
#define TEMPLATE_TEST_CASE(NAME, TAGS, ...)                                    \
  template <typename TestType> static void FENCEPOST_CASE();                   \
  template <typename... Types>                                                 \
  static void FENCEPOST_JOIN(forEach, __LINE__)() {                            \
    (FENCEPOST_CASE<Types>(), ...);                                            \
  }                                                                            \
  void FENCEPOST_JOIN(runAll, __LINE__)() {                                    \
    FENCEPOST_JOIN(forEach, __LINE__)<__VA_ARGS__>();                          \
  }                                                                            \
  template <typename TestType> static void FENCEPOST_CASE()
#define SECTION(...) if (::Catch::enter(""))
#define DYNAMIC_SECTION(...) if (::Catch::enter(""))
#define GIVEN SECTION
#define WHEN SECTION
#define THEN SECTION
#define AND_WHEN SECTION
#define AND_THEN SECTION
#define GENERATE(...) ::Catch::generated(__VA_ARGS__)

#define REQUIRE(...) static_cast<void>(static_cast<bool>(__VA_ARGS__))
#define REQUIRE_FALSE(...) static_cast<void>(!static_cast<bool>(__VA_ARGS__))
#define CHECK REQUIRE
#define CHECK_FALSE REQUIRE_FALSE
#define CHECK_NOFAIL REQUIRE
#define CHECKED_IF(...) if (static_cast<bool>(__VA_ARGS__))
#define REQUIRE_THAT(VALUE, ...) ::Catch::match(VALUE, __VA_ARGS__)
#define CHECK_THAT REQUIRE_THAT
#define REQUIRE_NOTHROW(...) static_cast<void>(__VA_ARGS__)
#define CHECK_NOTHROW REQUIRE_NOTHROW
#define REQUIRE_THROWS(...) static_cast<void>(__VA_ARGS__)
#define CHECK_THROWS REQUIRE_THROWS
#define INFO(...) static_cast<void>(0)
#define UNSCOPED_INFO INFO
#define CAPTURE INFO
#define WARN INFO
#define FAIL INFO
#define FAIL_CHECK INFO
#define SUCCEED INFO
#define SKIP INFO
