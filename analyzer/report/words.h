//===- words.h - small words that several reporters share -------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_REPORT_WORDS_H
#define FENCEPOST_ANALYZER_REPORT_WORDS_H

#include "analyzer/report/run_result.h"

namespace fencepost {

llvm::StringRef word(UnitState S);   ///< analysed, partly, skipped
llvm::StringRef word(NoticeClass C); ///< user, environment, internal
/// in-source, baseline, outside; empty for none. Part of the JSON output.
llvm::StringRef word(Suppression S);
/// `producer`, `consumer`; `evidence` for steps without a side.
llvm::StringRef word(Side S);

/// Over all units.
uint64_t adviceWithheld(const RunResult &R);

/// Path relative to Root if it lies below it, else Path.
llvm::StringRef below(llvm::StringRef Path, llvm::StringRef Root);

/// Where paths of a report start.
struct PathBase {
  std::string Root; ///< Absolute; paths below it are told relative to it.
  std::string WorkingDirectory; ///< What relative paths are relative to.

  /// Without `.` and `..`; relative only if it lies below Root.
  std::string path(llvm::StringRef File) const;
};

/// Path as it stands in an address (RFC 3986): all but unreserved characters
/// and the slash is escaped.
std::string percentEncoded(llvm::StringRef Path);

/// Text as it may be sent to a terminal: control characters and bytes that
/// are no UTF-8 become `?`, so that a file cannot drive the terminal.
std::string printable(llvm::StringRef Text);
/// The same, but line ends stay.
std::string printableLines(llvm::StringRef Text);

} // namespace fencepost

#endif
