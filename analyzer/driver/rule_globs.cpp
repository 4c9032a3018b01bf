//===- rule_globs.cpp - which rules a run looks for -----------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "analyzer/driver/rule_globs.h"

#include "analyzer/driver/near_name.h"
#include "analyzer/finding/names.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include <string>

using namespace llvm;

namespace fencepost {

static std::string unknownGlob(StringRef Glob, ArrayRef<StringRef> Names) {
  std::string Message = "no rule matches '" + Glob.str() + "'";
  StringRef Best = nearName(Glob, Names);
  if (!Best.empty())
    return Message + "; did you mean '" + Best.str() + "'?";
  return Message + "; 'fencepost rules' lists them";
}

RuleSelection selectRules(StringRef Globs, ArrayRef<StringRef> Names) {
  RuleSelection Result;
  SmallVector<StringRef, 8> Parts;
  Globs.split(Parts, ',', -1, /*KeepEmpty=*/false);
  std::vector<bool> On(Names.size(), false);
  bool IsFirst = true;
  for (StringRef Glob : Parts) {
    Glob = Glob.trim();
    if (Glob.empty())
      continue;
    bool Enable = !Glob.consume_front("-");
    if (IsFirst && !Enable)
      On.assign(Names.size(), true);
    IsFirst = false;
    bool Any = Glob == "*";
    for (size_t I = 0; I < Names.size(); ++I)
      if (matchesGlob(Glob, Names[I])) {
        On[I] = Enable;
        Any = true;
      }
    if (!Any)
      Result.Notes.push_back(
          {NoticeClass::User, unknownGlob(Glob, Names), "", 0});
  }
  for (size_t I = 0; I < Names.size(); ++I)
    if (On[I])
      Result.Enabled.push_back(Names[I]);
  return Result;
}

} // namespace fencepost
