//===- idle_update_test.cpp -----------------------------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/analysis/analysis_test.h"
#include "analyzer/analysis/memory/idle_update.h"

using namespace fencepost;

namespace {

TEST(IdleUpdate, OperandsThatChangeNoWord) {
  TestUnit U(R"(kernel @k(ptr %p, i32 %n) {
  atom.add.relaxed.gpu [%p], 0 obj="add 0"
  atom.add.relaxed.gpu [%p], 1 obj="add 1"
  atom.add.relaxed.gpu [%p], %n obj="add n"
  atom.or.relaxed.gpu [%p], 0 obj="or 0"
  atom.and.relaxed.gpu [%p], -1 obj="and all"
  atom.and.relaxed.gpu [%p], 0 obj="and 0"
  atom.cas.relaxed.gpu [%p], 0, 0 obj="cas same"
  atom.cas.relaxed.gpu [%p], 1, 0 obj="cas other"
  atom.exch.relaxed.gpu [%p], 0 obj="exchange"
  atom.add.relaxed.gpu.f32 [%p], 0 obj="float"
})");
  auto Idle = [&](const char *Mark) {
    return changesNothing(U.fn().fn(), U.fn().event(U[Mark]));
  };
  for (const char *Mark : {"add 0", "or 0", "and all", "cas same"})
    EXPECT_TRUE(Idle(Mark)) << Mark;
  // -0.0 + 0 is 0: the word is another one.
  for (const char *Mark :
       {"add 1", "add n", "and 0", "cas other", "exchange", "float"})
    EXPECT_FALSE(Idle(Mark)) << Mark;
}

} // namespace
