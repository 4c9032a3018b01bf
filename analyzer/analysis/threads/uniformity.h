//===- uniformity.h - over which group a value is the same ------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lattice: Grid > Cluster > Block > Warp > None (bottom); a value starts at
// Grid and is lowered by what it is computed from and by divergent control at
// phis. Forward over the value graph to a fixed point. May be too low (a
// value called None may be the same in all threads), never too high.
// Each fact keeps the operand it came from (cause()).
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_ANALYSIS_THREADS_UNIFORMITY_H
#define FENCEPOST_ANALYZER_ANALYSIS_THREADS_UNIFORMITY_H

#include "analyzer/analysis/flow/cfg.h"

namespace fencepost {

/// Ordered: a larger group compares greater.
enum class Uniform : uint8_t { None, Warp, Block, Cluster, Grid };
llvm::StringRef spelling(Uniform U);

class Uniformity {
public:
  Uniformity(const Module &M, const Function &Fn, const Cfg &Graph);
  Uniform of(ValueId V) const { return Facts[V].Group; }
  /// The value is computed from something loaded from memory.
  bool dependsOnLoad(ValueId V) const { return Facts[V].Loaded; }
  /// The operand that lowered V to its group; UnknownValue for a source.
  ValueId cause(ValueId V) const { return Facts[V].Cause; }

private:
  struct Fact {
    Uniform Group = Uniform::Grid;
    bool Loaded = false;
    ValueId Cause = UnknownValue;
  };
  std::vector<Fact> Facts;
};

} // namespace fencepost

#endif
