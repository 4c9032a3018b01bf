//===- whole_numbers.h - values that are whole numbers ----------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A float sum of small whole numbers is exact, in whatever order it is made.
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_ANALYSIS_HOST_WHOLE_NUMBERS_H
#define FENCEPOST_ANALYZER_ANALYSIS_HOST_WHOLE_NUMBERS_H

#include "analyzer/analysis/host/memory_roots.h"
#include "llvm/ADT/DenseSet.h"
#include <optional>

namespace fencepost {

/// Parameters that have to hold whole numbers only; none: whole in any case.
using WholeIf = std::set<uint32_t>;

class WholeNumbers {
public:
  explicit WholeNumbers(const FunctionView &In) : In(In), Fn(In.fn()) {}

  /// When V is a whole number; nullopt: it may be a fraction in any case.
  std::optional<WholeIf> of(ValueId V);
  /// The same of the parts that a compare-and-swap adds to the old value.
  std::optional<WholeIf> ofUpdate(const Event &Cas);

private:
  using Visited = llvm::DenseSet<ValueId>;
  const FunctionView &In;
  const Function &Fn;
  unsigned Budget = 20000;

  bool isWhole(ValueId V, WholeIf &Inputs, Visited &Seen);
  bool areWhole(llvm::ArrayRef<ValueId> Values, WholeIf &Inputs, Visited &Seen);
  bool isWholeIfAll(WholeIf &Inputs) const;
  bool isWholeResult(const Event &E, WholeIf &Inputs, Visited &Seen);
  bool isWholeOp(const Value &V, WholeIf &Inputs, Visited &Seen);
  bool isWholeCall(const Value &V, WholeIf &Inputs, Visited &Seen);
};

/// The old value of a compare-and-swap, and what it was cast from.
llvm::DenseSet<ValueId> oldValues(const Function &Fn, const Event &Cas);

} // namespace fencepost

#endif
