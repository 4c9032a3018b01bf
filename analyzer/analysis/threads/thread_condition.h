//===- thread_condition.h - which threads satisfy a condition ---*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads a branch condition as a selection of threads. Private to
// analyzer/analysis; used by population.
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_ANALYSIS_THREADS_THREAD_CONDITION_H
#define FENCEPOST_ANALYZER_ANALYSIS_THREADS_THREAD_CONDITION_H

#include "analyzer/analysis/flow/linear.h"
#include "analyzer/analysis/threads/population.h"
#include <set>

namespace fencepost {

/// A set of threads by what is fixed; nothing set: all threads of a block.
struct ThreadSet {
  bool Tid[3] = {false, false, false};   ///< tid.x, y, z has one value.
  bool Ctaid[3] = {false, false, false}; ///< ctaid.x, y, z has one value.
  bool Rank = false;                     ///< One block of each cluster.
  bool Lane = false;                     ///< At most one lane of each warp.
  bool Warp = false;                     ///< Lanes of one warp only.
  bool Whole = false;                    ///< Some warps, each of them whole.
  bool Bound = false; ///< Those that pass `i < n`: all but the last ones.
  bool Some = false;  ///< Anything else.
  bool First = true;  ///< All fixed values are 0: thread 0, lane 0, block 0.
  /// Canonical texts of the conditions that select threads.
  std::set<std::string> Keys;

  bool restricts() const;
  void intersect(const ThreadSet &O);
};

class ThreadConditions {
public:
  ThreadConditions(const Function &Fn, const Cfg &Graph,
                   const Uniformity &Group);
  /// The threads of a block for which V is non-zero (Want) or zero.
  ThreadSet read(ValueId V, bool Want) { return read(V, Want, 0); }
  /// The threads for which V == Constant.
  ThreadSet readEqual(ValueId V, int64_t Constant);
  /// What the outcome of the branch at the end of Branch says.
  ThreadSet readEdge(BlockId Branch, unsigned Successor, unsigned Depth = 0);
  Population population(const ThreadSet &S) const;
  /// Bounds checks taken as passed by all.
  Population populationUpToBounds(ThreadSet S) const {
    S.Bound = false;
    return population(S);
  }

private:
  const Function &Fn;
  const Cfg &Graph;
  const Uniformity &Group;
  Dimensions Extra;
  bool UsesCtaid[3] = {false, false, false};
  unsigned Budget = 0;

  ThreadSet read(ValueId V, bool Want, unsigned Depth);
  ThreadSet readOp(ValueId V, const Value &Node, bool Want, unsigned Depth);
  ThreadSet readSelect(ValueId V, const Value &Node, bool Want, unsigned Depth);
  ThreadSet readPhi(ValueId V, const Value &Node, bool Want, unsigned Depth);
  ThreadSet readCompare(OpCode Op, ValueId A, ValueId B, ValueId V, bool Want);
  ThreadSet readEqualForm(const LinearForm &Form, const std::string &Key,
                          Uniform Both);
  ThreadSet readBelow(const LinearForm &Form, const std::string &Key,
                      Uniform Both);
  ThreadSet either(const ThreadSet &A, const ThreadSet &B, ValueId V,
                   bool Want) const;
  ThreadSet unknown(ValueId V, bool Want) const;
  Uniform groupOf(const LinearForm &Form) const;
  bool dependsOnLoad(const LinearForm &Form) const;
  bool isLaneMask(ValueId V) const;
  bool isStridingCounter(ValueId V) const;
  bool isBoundsCheck(const LinearForm &Form) const;
  std::optional<WarpIndex> warpIndexThrough(ValueId V) const;
};

} // namespace fencepost

#endif
