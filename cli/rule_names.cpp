//===- rule_names.cpp - names of the catalogue ----------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "cli/rule_names.h"
#include "rules/catalogue.h"

namespace fencepost {

std::vector<llvm::StringRef> ruleNames() {
  std::vector<llvm::StringRef> Names;
  for (const RuleInfo &R : catalogue())
    Names.push_back(R.Name);
  return Names;
}

} // namespace fencepost
