//===- baseline.h - findings that are known already -------------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A JSON file with one line for each finding, sorted, so that a change of it
// can be reviewed. A finding is known by its fingerprint without the ":n" that
// numbers equal ones: so many of them are known as the file has entries. File
// and function are there for readers alone.
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_FINDING_BASELINE_H
#define FENCEPOST_ANALYZER_FINDING_BASELINE_H

#include "analyzer/finding/finding.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Error.h"

namespace fencepost {

class Baseline {
public:
  /// An error says what is wrong with the text, without the file's name.
  static llvm::Expected<Baseline> read(llvm::StringRef Text);

  /// Suppresses what is known; returns the files, as written, of the entries
  /// that no finding has.
  std::vector<std::string> suppress(std::vector<Finding> &Findings,
                                    llvm::StringRef Reason) const;

private:
  /// The files of the entries, by rule and fingerprint.
  llvm::StringMap<std::vector<std::string>> Known;
};

/// The text of a baseline; files are named below Root.
std::string writeBaseline(llvm::ArrayRef<Finding> Findings,
                          llvm::StringRef Root);

} // namespace fencepost

#endif
