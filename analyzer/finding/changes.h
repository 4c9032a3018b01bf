//===- changes.h - findings that touch a change -----------------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A fence is missing where it should be, not where the change is: a finding
// counts if its place or any step of its evidence touches a changed line.
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_FINDING_CHANGES_H
#define FENCEPOST_ANALYZER_FINDING_CHANGES_H

#include "analyzer/finding/finding.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Error.h"

namespace fencepost {

class Changes {
public:
  /// Of a unified diff, with any number of context lines. Names are taken below
  /// Root or, where the file is there, a folder above it, with and without the
  /// first folder (`b/`). A hunk that only removes lines touches the two lines
  /// around it.
  static llvm::Expected<Changes> read(llvm::StringRef Diff,
                                      llvm::StringRef Root);

  void addFile(llvm::StringRef File); ///< New as a whole.
  bool touches(const Place &P) const;
  bool touches(const Finding &F) const;
  /// Suppresses the others.
  void suppressOthers(std::vector<Finding> &Findings,
                      llvm::StringRef Reason) const;
  bool isEmpty() const { return Files.empty(); }
  bool hasFiles() const; ///< One of those named exists.

private:
  using Range = std::pair<uint32_t, uint32_t>; ///< First and last line.
  llvm::StringMap<std::vector<Range>> Files;   ///< By absolute path.
};

} // namespace fencepost

#endif
