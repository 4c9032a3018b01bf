//===- near_name.cpp - did you mean? --------------------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "analyzer/driver/near_name.h"
#include "llvm/ADT/Twine.h"

namespace fencepost {

llvm::StringRef nearName(llvm::StringRef Name,
                         llvm::ArrayRef<llvm::StringRef> Names) {
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
  return Found;
}

std::string didYouMean(llvm::StringRef Name,
                       llvm::ArrayRef<llvm::StringRef> Names) {
  llvm::StringRef Found = nearName(Name, Names);
  return Found.empty() ? ""
                       : (llvm::Twine(", did you mean '") + Found + "'?").str();
}

} // namespace fencepost
