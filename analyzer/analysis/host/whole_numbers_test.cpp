//===- whole_numbers_test.cpp - values that are whole numbers -------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// IEEE 754: sums of whole numbers below 2^24 are exact in single precision, in
// whatever order they are made; those of fractions are rounded each time.
//
//===----------------------------------------------------------------------===//
#include "analyzer/analysis/analysis_test.h"
#include "analyzer/analysis/host/whole_numbers.h"

using namespace fencepost;

namespace {

using Condition = std::optional<WholeIf>;

/// When %v is whole, as Lines make it.
Condition whole(llvm::StringRef Lines) {
  TestUnit U(("global @part space=shared::cta size=4\n"
              "kernel @k(ptr const %x, ptr %out, f32 %scale, u32 %n) {\n"
              "  %t = special tid.x : u32\n"
              "  %xa = element %x, %t, 4\n"
              "  %given = load.weak.global.f32 [%xa] : f32\n" +
              Lines +
              "\n  red.add.relaxed.gpu.global.f32 [%out], %v obj=\"sum\"\n}\n")
                 .str());
  return WholeNumbers(U.fn()).of(U.fn().event(U["sum"]).Operand);
}

const Condition Always = WholeIf{};
const Condition IfGiven = WholeIf{0};

TEST(WholeNumbers, Constants) {
  EXPECT_EQ(whole("  %v = const 1065353216 : f32"), Always) << "1.0";
  EXPECT_EQ(whole("  %v = const 3221225472 : f32"), Always) << "-2.0";
  EXPECT_EQ(whole("  %v = const 1056964608 : f32"), std::nullopt) << "0.5";
  // 16777216.0: sums of so large ones are not exact.
  EXPECT_EQ(whole("  %v = const 1266679808 : f32"), std::nullopt);
}

TEST(WholeNumbers, Counts) {
  EXPECT_EQ(whole("  %v = cast %n : f32"), Always);
  EXPECT_EQ(whole("  %k = cast %n : f32\n  %v = mul %k, %k"), Always);
  EXPECT_EQ(whole("  %k = cast %n : f32\n  %v = div %k, %scale"), std::nullopt);
  EXPECT_EQ(whole("  %v = add %scale, 0:f32"), std::nullopt)
      << "a float that the host gives by value";
}

TEST(WholeNumbers, WhatTheHostPutsInDecides) {
  EXPECT_EQ(whole("  %v = neg %given"), IfGiven);
  EXPECT_EQ(whole("  %k = cast %n : f32\n  %v = mul %given, %k"), IfGiven);
  EXPECT_EQ(whole("  %v = mul %given, %scale"), std::nullopt);
}

TEST(WholeNumbers, RoundedSoThatSumsAreExact) {
  EXPECT_EQ(whole("  %high = add %given, %scale\n  %v = sub %high, %scale"),
            Always);
  EXPECT_EQ(whole("  %high = add %given, %scale\n  %v = sub %high, 0:f32"),
            std::nullopt);
}

TEST(WholeNumbers, FunctionsThatRound) {
  EXPECT_EQ(whole("  %v = pure \"floorf\", %scale : f32"), Always);
  EXPECT_EQ(whole("  %v = pure \"sqrtf\", %given : f32"), std::nullopt);
  EXPECT_EQ(whole("  %v = pure \"fabsf\", %given : f32"), IfGiven);
}

TEST(WholeNumbers, AVariableOfTheBlock) {
  auto Kept = [](const char *Stored) {
    return whole(std::string("  %k = cast %n : f32\n"
                             "  store.weak.shared::cta.f32 [@part], ") +
                 Stored +
                 "\n  barrier.sync 0\n"
                 "  %v = load.weak.shared::cta.f32 [@part] : f32");
  };
  EXPECT_EQ(Kept("%k"), Always);
  EXPECT_EQ(Kept("%given"), IfGiven);
  EXPECT_EQ(Kept("%scale"), std::nullopt);
}

/// What a compare-and-swap adds to the old value, which it has as bits.
Condition added(llvm::StringRef Term) {
  TestUnit U((R"(kernel @k(ptr const %x, ptr %out, f32 %scale, u32 %n) {
entry:
  %t = special tid.x : u32
  %xa = element %x, %t, 4
  %given = load.weak.global.f32 [%xa] : f32
  %k = cast %n : f32
  %start = load.relaxed.gpu.global.b32 [%out] : u32
  jump turn
turn:
  %old = phi [%start, entry], [%was, turn]
  %f = pure "__uint_as_float", %old : f32
  %new = add %f, )" +
              Term + R"( : f32
  %bits = pure "__float_as_uint", %new : u32
  %was = atom.cas.relaxed.gpu.global.b32 [%out], %bits, %old : u32 used obj="swap"
  %other = ne %was, %old
  br %other, turn, done
done:
  ret
})")
                 .str());
  return WholeNumbers(U.fn()).ofUpdate(U.fn().event(U["swap"]));
}

TEST(WholeNumbers, WhatASwapAdds) {
  EXPECT_EQ(added("%k"), Always);
  EXPECT_EQ(added("%given"), IfGiven);
  EXPECT_EQ(added("%scale"), std::nullopt);
}

} // namespace
