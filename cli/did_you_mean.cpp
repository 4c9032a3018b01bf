//===- did_you_mean.cpp - near names --------------------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "cli/did_you_mean.h"
#include "rules/catalogue.h"
#include "llvm/ADT/Twine.h"

namespace fencepost {

std::string didYouMean(llvm::StringRef Name,
                       const std::vector<llvm::StringRef> &Names) {
  unsigned Nearest = Name.size() / 3 + 2;
  llvm::StringRef Found;
  for (llvm::StringRef Candidate : Names) {
    unsigned Distance =
        Name.edit_distance(Candidate, /*AllowReplacements=*/true, Nearest);
    if (Distance < Nearest) {
      Nearest = Distance;
      Found = Candidate;
    }
  }
  return Found.empty() ? ""
                       : (llvm::Twine(", did you mean '") + Found + "'?").str();
}

std::vector<llvm::StringRef> ruleNames() {
  std::vector<llvm::StringRef> Names;
  for (const RuleInfo &R : catalogue())
    Names.push_back(R.Name);
  return Names;
}

} // namespace fencepost
