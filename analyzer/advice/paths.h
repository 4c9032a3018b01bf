//===- paths.h - what stands between two events -----------------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Paths through one function, counted in blocks against a budget; when it is
// spent, every answer is no longer to be trusted and isExhausted() says so.
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_ADVICE_PATHS_H
#define FENCEPOST_ANALYZER_ADVICE_PATHS_H

#include "analyzer/analysis/unit_view.h"

namespace fencepost::advice {

class Paths {
public:
  explicit Paths(const FunctionView &In);
  /// Some path of at least one step leads from From to To and meets Avoid
  /// nowhere before To.
  bool leads(EventId From, EventId To, EventId Avoid = NoId) const;
  /// Which of Among stand on the paths from From to their first To, in order:
  /// on all of them, or on any.
  enum class Mode : uint8_t { Must, May };
  std::vector<EventId> between(EventId From, EventId To,
                               llvm::ArrayRef<EventId> Among, Mode How) const;
  bool isExhausted() const { return Steps > Budget; }

private:
  static constexpr uint64_t Budget = 4'000'000;
  const Function &Fn;
  std::vector<Position> Positions; ///< Block NoId: in no block.
  mutable uint64_t Steps = 0;
};

} // namespace fencepost::advice

#endif
