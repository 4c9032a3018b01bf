// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Found where no GoogleTest is: what tests of kernels use, declared.
#pragma once
#pragma clang system_header

namespace testing {
class AssertionResult {
public:
  template <typename __T> AssertionResult &operator<<(const __T &) {
    return *this;
  }
  operator bool() const;
};

class Test {
public:
  virtual ~Test() = default;
  static void SetUpTestSuite() {}
  static void TearDownTestSuite() {}

protected:
  virtual void SetUp() {}
  virtual void TearDown() {}

private:
  virtual void TestBody() = 0;
};

template <typename __T> class TestWithParam : public Test {
public:
  static const __T &GetParam();
};

void InitGoogleTest(int *Count, char **Words);

namespace internal {
struct EqHelper {
  template <typename __A, typename __B>
  static AssertionResult Compare(const char *, const char *, const __A &,
                                 const __B &);
};
template <typename __A, typename __B>
AssertionResult CmpHelperNE(const char *, const char *, const __A &,
                            const __B &);
template <typename __T>
AssertionResult CmpHelperFloatingPointEQ(const char *, const char *, __T, __T);
AssertionResult DoubleNearPredFormat(const char *, const char *, const char *,
                                     double, double, double);
AssertionResult Holds(bool Condition);
} // namespace internal
} // namespace testing

int RUN_ALL_TESTS();

#define FENCEPOST_TEST(CLASS, BASE)                                            \
  class CLASS : public BASE {                                                  \
    void TestBody() override;                                                  \
  };                                                                           \
  void CLASS::TestBody()
#define TEST(SUITE, NAME) FENCEPOST_TEST(SUITE##_##NAME##_Test, ::testing::Test)
#define TEST_F(SUITE, NAME) FENCEPOST_TEST(SUITE##_##NAME##_Test, SUITE)
#define TEST_P(SUITE, NAME) FENCEPOST_TEST(SUITE##_##NAME##_Test, SUITE)

#define EXPECT_EQ(__A, __B)                                                    \
  ::testing::internal::EqHelper::Compare(#__A, #__B, __A, __B)
#define EXPECT_NE(__A, __B)                                                    \
  ::testing::internal::CmpHelperNE(#__A, #__B, __A, __B)
#define EXPECT_FLOAT_EQ(__A, __B)                                              \
  ::testing::internal::CmpHelperFloatingPointEQ<float>(#__A, #__B, __A, __B)
#define EXPECT_DOUBLE_EQ(__A, __B)                                             \
  ::testing::internal::CmpHelperFloatingPointEQ<double>(#__A, #__B, __A, __B)
#define EXPECT_NEAR(__A, __B, BOUND)                                           \
  ::testing::internal::DoubleNearPredFormat(#__A, #__B, #BOUND, __A, __B, BOUND)
#define EXPECT_TRUE(__C) ::testing::internal::Holds(static_cast<bool>(__C))
#define EXPECT_FALSE(__C) ::testing::internal::Holds(!static_cast<bool>(__C))
#define EXPECT_LT(__A, __B) ::testing::internal::Holds((__A) < (__B))
#define EXPECT_LE(__A, __B) ::testing::internal::Holds((__A) <= (__B))
#define EXPECT_GT(__A, __B) ::testing::internal::Holds((__A) > (__B))
#define EXPECT_GE(__A, __B) ::testing::internal::Holds((__A) >= (__B))
#define ASSERT_EQ EXPECT_EQ
#define ASSERT_NE EXPECT_NE
#define ASSERT_FLOAT_EQ EXPECT_FLOAT_EQ
#define ASSERT_DOUBLE_EQ EXPECT_DOUBLE_EQ
#define ASSERT_NEAR EXPECT_NEAR
#define ASSERT_TRUE EXPECT_TRUE
#define ASSERT_FALSE EXPECT_FALSE
#define ASSERT_LT EXPECT_LT
#define ASSERT_LE EXPECT_LE
#define ASSERT_GT EXPECT_GT
#define ASSERT_GE EXPECT_GE
