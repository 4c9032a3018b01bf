//===- rule_globs.h - which rules a run looks for ---------------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// clang-tidy's grammar: globs between commas, `*` matches anything, `-` in
// front takes away, the last glob that matches decides. A list that starts
// with a `-` starts from all rules, so that `-float-equality` means the rest.
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_DRIVER_RULE_GLOBS_H
#define FENCEPOST_ANALYZER_DRIVER_RULE_GLOBS_H

#include "analyzer/model/notification.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <vector>

namespace fencepost {

struct RuleSelection {
  std::vector<llvm::StringRef> Enabled; ///< In the order of Names.
  std::vector<Notification> Notes;      ///< Globs that match no rule.
};

RuleSelection selectRules(llvm::StringRef Globs,
                          llvm::ArrayRef<llvm::StringRef> Names);

} // namespace fencepost

#endif
