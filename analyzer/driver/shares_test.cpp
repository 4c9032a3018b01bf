//===- shares_test.cpp - which units one worker analyses ------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "analyzer/driver/shares.h"
#include "analyzer/input/temp_folder.h"
#include "gtest/gtest.h"
#include <algorithm>

using namespace fencepost;

namespace {

Unit text(const TempFolder &T, size_t Kilobytes) {
  Unit U;
  U.What = Layer::Ptx;
  U.File = T.write(std::to_string(Kilobytes) + ".ptx",
                   std::string(Kilobytes << 10, ' '));
  return U;
}

TEST(Shares, LargeTextsAreAloneAndFirstSmallOnesTogether) {
  TempFolder T;
  Unit Events;
  Events.What = Layer::Events;
  std::vector<Unit> Units{text(T, 3000), text(T, 10), Events,
                          text(T, 5000), text(T, 20), text(T, 600)};
  EXPECT_EQ(sharesOf(Units, 2),
            (std::vector<UnitShare>{{2}, {3}, {0}, {5, 4, 1}}));
}

TEST(Shares, FewerAtOnceTowardsTheEnd) {
  TempFolder T;
  std::vector<Unit> Units;
  for (size_t I = 0; I < 32; ++I)
    Units.push_back(text(T, 500 + I));
  std::vector<UnitShare> Shares = sharesOf(Units, 2);
  EXPECT_TRUE(std::is_sorted(
      Shares.rbegin(), Shares.rend(),
      [](const auto &A, const auto &B) { return A.size() < B.size(); }));
  EXPECT_GT(Shares.front().size(), Shares.back().size());
  std::vector<size_t> All;
  for (const UnitShare &S : Shares)
    All.insert(All.end(), S.begin(), S.end());
  ASSERT_EQ(All.size(), Units.size());
  EXPECT_EQ(All.front(), 31u); // The largest.
  std::sort(All.begin(), All.end());
  EXPECT_EQ(std::unique(All.begin(), All.end()), All.end());
}

TEST(Shares, NoneOfNothing) { EXPECT_TRUE(sharesOf({}, 1).empty()); }

} // namespace
