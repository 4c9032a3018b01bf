//===- catalogue.cpp - look-up in the catalogue ---------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rules/catalogue.h"
#include "llvm/ADT/STLExtras.h"

using namespace fencepost;
using llvm::StringRef;

StringRef RuleInfo::section(StringRef Heading) const {
  for (const RuleSection &S : Sections)
    if (S.Heading == Heading)
      return S.Text;
  return {};
}

const RuleInfo *fencepost::findRule(StringRef Name) {
  const RuleInfo *It = llvm::lower_bound(
      catalogue(), Name,
      [](const RuleInfo &R, StringRef Wanted) { return R.Name < Wanted; });
  return It != catalogue().end() && It->Name == Name ? It : nullptr;
}
