//===- host_ulps.cpp - comparisons in units of the last place ---*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Helpers of projects that compare as EXPECT_FLOAT_EQ of GoogleTest does,
// known by their names. Wide bounds are left to what their bodies do.
//
//===----------------------------------------------------------------------===//

#include "analyzer/frontend/cuda/host_lowering.h"

using namespace fencepost;
using namespace fencepost::lower;
using clang::Expr;
using clang::FunctionDecl;
using llvm::ArrayRef;
using llvm::StringRef;

/// The number before or behind "ulp" in a name; 4 where there is none.
static unsigned ulpsIn(StringRef Name, size_t Word) {
  unsigned Count = 0;
  StringRef Before = Name.take_front(Word).rtrim('_');
  size_t Digits = Before.find_last_not_of("0123456789");
  StringRef Number =
      Before.drop_front(Digits == StringRef::npos ? 0 : Digits + 1);
  return Number.getAsInteger(10, Count) ? 4 : Count;
}

/// `almost_equal_4ulp(a, b)`, `AlmostEqualUlps(a, b, 4)`.
bool HostLowering::ulpsCompare(const FunctionDecl *Callee,
                               ArrayRef<const Expr *> Args, const Expr *At) {
  constexpr unsigned MaxUlps = 16;
  if (Args.size() < 2 || !Callee->getReturnType()->isBooleanType() ||
      !Callee->getIdentifier() || !isFloating(Args[0]->getType()) ||
      !isFloating(Args[1]->getType()))
    return false;
  std::string Name = Callee->getName().lower();
  size_t Word = StringRef(Name).find("ulp");
  if (Word == StringRef::npos)
    return false;
  uint64_t Ulps = ulpsIn(Name, Word);
  if (Args.size() >= 3) {
    auto Given = integer(Args[2]);
    if (!Given)
      return false;
    Ulps = *Given;
  }
  if (Ulps > MaxUlps)
    return false;
  emitCompare({evalCompared(Args[0]), evalCompared(Args[1])}, At,
              Callee->getName(),
              Ulps == 0 ? CompareKind::Bits : CompareKind::Ulps);
  return true;
}
