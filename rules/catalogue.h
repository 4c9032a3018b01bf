//===- catalogue.h - the rules as data, from rules/*.md ---------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_RULES_CATALOGUE_H
#define FENCEPOST_RULES_CATALOGUE_H

#include "analyzer/finding/finding.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

namespace fencepost {

struct RuleSection {
  llvm::StringRef Heading; ///< One of the fixed headings.
  llvm::StringRef Text;    ///< Markdown.
};

struct RuleInfo {
  llvm::StringRef Name;  ///< relaxed-poll
  llvm::StringRef Title; ///< One sentence, without a full stop.
  llvm::StringRef
      Kind; ///< missing-acquire, ...: closed set of the JSON contract.
  llvm::ArrayRef<llvm::StringRef> Kinds; ///< All of them, Kind first.
  Level DefaultLevel;
  llvm::StringRef Precision; ///< very-high, high, medium, low
  llvm::StringRef Category;
  llvm::ArrayRef<Layer> Layers; ///< Where the rule is claimed to hold.
  llvm::StringRef Since;
  llvm::StringRef Fix; ///< none, unsafe, safe
  llvm::ArrayRef<llvm::StringRef> Cites, Tags;
  llvm::ArrayRef<RuleSection> Sections;
  llvm::StringRef Page; ///< The whole page without front matter.

  llvm::StringRef section(llvm::StringRef Heading) const;
};

/// Sorted by name.
llvm::ArrayRef<RuleInfo> catalogue();
const RuleInfo *findRule(llvm::StringRef Name);

} // namespace fencepost

#endif
