//===- suppress.h - NOLINT comments -----------------------------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// clang-tidy's grammar, so that one comment serves both: NOLINT on the line,
// NOLINTNEXTLINE on the line before, NOLINTBEGIN and NOLINTEND around it;
// behind it globs of checks in parentheses, or nothing for all checks. The
// check of rule `x` is `gpu-x`. As there, the words count wherever they stand,
// so the comment may be one of C++, PTX, a disassembly or Python; an opening
// parenthesis without its end on the line counts as none; the names of an END
// must be those of the innermost BEGIN.
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_FINDING_SUPPRESS_H
#define FENCEPOST_ANALYZER_FINDING_SUPPRESS_H

#include "analyzer/finding/finding.h"
#include "analyzer/finding/source_text.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include <set>
#include <tuple>

namespace fencepost {

enum class NolintKind : uint8_t { Line, NextLine, Begin, End };

struct Nolint {
  NolintKind What = NolintKind::Line;
  size_t Offset = 0;              ///< Of its first letter in the text.
  uint32_t Line = 0;              ///< Where it stands.
  bool NamesAll = false;          ///< No list of names.
  std::vector<std::string> Names; ///< Globs, without space around them.
  std::string Reason;             ///< What stands behind it on its line.
  /// Of a Begin: offset and line of its End. 0: it has none, and is void.
  size_t EndOffset = 0;
  uint32_t EndLine = 0;
  bool IsUnmatched = false; ///< A Begin without an End, or the reverse.

  /// Those of Names that cover Check; `*` if NamesAll.
  llvm::SmallVector<llvm::StringRef, 2> namesOf(llvm::StringRef Check) const;
};

/// All of a text, in their order.
std::vector<Nolint> nolintsOf(llvm::StringRef Text);

/// Suppresses findings, and knows what was of use for it.
class Suppressor {
public:
  explicit Suppressor(SourceText &Sources) : Sources(Sources) {}

  /// Sets F.Suppressed and its reason if the line of its primary place, or
  /// where a macro spells that, has a comment for the rule.
  void apply(Finding &F);

  /// The comment for Check at a place; null if there is none.
  const Nolint *at(const Place &P, llvm::StringRef Check);

  /// Is there a comment that names a check of ours?
  bool namesOurs(llvm::StringRef File);
  llvm::ArrayRef<Nolint> in(llvm::StringRef File);

  /// A name in a comment on that line suppressed something.
  bool wasUsed(llvm::StringRef File, uint32_t Line, llvm::StringRef Name) const;

private:
  struct Comments {
    std::vector<Nolint> All;
    bool NamesOurs = false;
  };
  SourceText &Sources;
  llvm::StringMap<Comments> Files;
  std::set<std::tuple<std::string, uint32_t, std::string>> Used;

  const Comments &comments(llvm::StringRef File);
};

} // namespace fencepost

#endif
