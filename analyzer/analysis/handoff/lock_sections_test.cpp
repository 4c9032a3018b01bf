//===- lock_sections_test.cpp ---------------------------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA 8.7: whoever takes a lock has to acquire, whoever gives it back has
// to release; a weak store ends no release pattern.
//
//===----------------------------------------------------------------------===//

#include "analyzer/analysis/analysis_test.h"
#include "analyzer/analysis/handoff/lock_sections.h"

using namespace fencepost;

namespace {

/// A word is counted up under a lock, with these between.
struct Section {
  std::string Behind, Before;
  std::string Give = "atom.exch.relaxed.gpu.global.b32 [%lock], 0";

  TestUnit unit() const {
    return TestUnit("kernel @k(ptr %data, ptr %lock) {\n"
                    "  jump take\n"
                    "take:\n"
                    "  %old = atom.cas.relaxed.gpu.global.b32 [%lock], 1, 0 "
                    "obj=\"take\"\n"
                    "  %free = eq %old, 0\n"
                    "  br %free, held, take\n"
                    "held:\n" +
                    Behind +
                    "  %v = load.weak.global.b32 [%data] : u32 obj=\"read\"\n"
                    "  %w = add %v, 1\n"
                    "  store.weak.global.b32 [%data], %w obj=\"write\"\n" +
                    Before + "  " + Give + " obj=\"give\"\n}\n");
  }
};

LockPair onlyLock(const TestUnit &U) {
  std::vector<LockPair> All = locksOf(U.fn());
  EXPECT_EQ(All.size(), 1u);
  return All.empty() ? LockPair{0, 0} : All.front();
}

constexpr const char *Fence = "  fence.acq_rel.gpu\n";

TEST(LockSections, WithoutFencesNeitherSideOrders) {
  TestUnit U = Section{}.unit();
  LockPair L = onlyLock(U);
  EXPECT_EQ(unacquiredUnder(U.unit(), U.fn(), L), U["read"]);
  auto Bad = unreleasedGive(U.unit(), U.fn(), L);
  ASSERT_TRUE(Bad);
  EXPECT_EQ(Bad->Store, U["write"]);
  EXPECT_FALSE(Bad->IsPlain);
}

TEST(LockSections, AFenceOnEachSideOrders) {
  TestUnit U = Section{.Behind = Fence, .Before = Fence}.unit();
  LockPair L = onlyLock(U);
  EXPECT_EQ(unacquiredUnder(U.unit(), U.fn(), L), NoId);
  EXPECT_FALSE(unreleasedGive(U.unit(), U.fn(), L));
}

TEST(LockSections, APlainStoreEndsNoReleasePattern) {
  TestUnit U = Section{.Behind = Fence,
                       .Before = Fence,
                       .Give = "store.weak.global.b32 [%lock], 0"}
                   .unit();
  auto Bad = unreleasedGive(U.unit(), U.fn(), onlyLock(U));
  ASSERT_TRUE(Bad);
  EXPECT_TRUE(Bad->IsPlain);
}

} // namespace
