//===- progress.h - one line that says how far a run is ---------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_CLI_PROGRESS_H
#define FENCEPOST_CLI_PROGRESS_H

#include "llvm/ADT/StringRef.h"
#include <chrono>
#include <optional>
#include <string>

namespace fencepost {

/// `[3/20] reduce.cu, about 2 min left`, at most Width columns. Start: how many
/// were done when work began (results that were kept), Elapsed since then.
std::string progressText(llvm::StringRef File, size_t Done, size_t Count,
                         size_t Start, std::chrono::seconds Elapsed,
                         unsigned Width);

/// On a terminal alone, rewritten in place.
class ProgressLine {
public:
  explicit ProgressLine(bool IsWanted);
  ~ProgressLine() { clear(); }
  ProgressLine(const ProgressLine &) = delete;
  ProgressLine &operator=(const ProgressLine &) = delete;

  /// A unit of File starts; so many of Count are done.
  void show(llvm::StringRef File, size_t Done, size_t Count);
  void clear();

private:
  bool IsShown, IsDirty = false;
  size_t Start = 0;
  std::optional<std::chrono::steady_clock::time_point> Began;
};

} // namespace fencepost

#endif
