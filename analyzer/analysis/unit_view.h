//===- unit_view.h - what a check sees of one unit --------------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The functions of a unit with their analyses, pulled lazily and memoised,
// and an index of all accesses by object class across the functions.
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_ANALYSIS_UNIT_VIEW_H
#define FENCEPOST_ANALYZER_ANALYSIS_UNIT_VIEW_H

#include "analyzer/analysis/flow/dependence.h"
#include "analyzer/analysis/flow/uses.h"
#include "analyzer/analysis/kept.h"
#include "analyzer/analysis/memory/home_note.h"
#include "analyzer/analysis/memory/provenance.h"
#include "analyzer/analysis/order/order.h"
#include "analyzer/analysis/order/polls.h"
#include "analyzer/analysis/threads/id_dependence.h"
#include "analyzer/analysis/threads/population.h"
#include "analyzer/analysis/threads/uniformity.h"

namespace fencepost {

class FunctionView {
public:
  FunctionView(const Module &M, const Function &Fn);
  FunctionView(const FunctionView &) = delete;
  /// Another view for another thread: what is costly is made once for both,
  /// answers and orders are each one's own.
  std::unique_ptr<FunctionView> twin() const;
  ~FunctionView();
  const Module &module() const { return M; }
  const Function &fn() const { return Fn; }
  const Event &event(EventId E) const { return Fn.Events[E]; }
  const Cfg &cfg() const;
  const Loops &loops() const;
  const Uniformity &uniformity() const;
  const Populations &populations() const;
  const Provenance &provenance() const;
  const OrderAnalysis &order() const;
  const Polls &polls() const;
  const Uses &uses() const;
  const IdDependences &idDependences() const;
  Kept &kept() const { return Answers; }

private:
  const Module &M;
  const Function &Fn;
  mutable Kept Answers;
  struct Base;
  FunctionView(const Module &M, const Function &Fn,
               std::shared_ptr<const Base> B);
  std::shared_ptr<const Base> B;
  struct Cache;
  std::unique_ptr<const Cache> C;
};

/// One access, anywhere in the unit.
struct AccessRef {
  const FunctionView *In = nullptr;
  EventId E = NoId;
};

class UnitView {
public:
  /// Homes: what the user says of memory; the first that matches counts.
  explicit UnitView(const Module &M, std::vector<HomeNote> Homes = {});
  UnitView(const UnitView &) = delete;
  /// Another view for another thread.
  std::unique_ptr<UnitView> twin() const;
  const Module &module() const { return M; }
  const std::vector<HomeNote> &homes() const { return Homes; }
  const HostFacts &host() const { return M.Host; }
  /// The launches of kernel Fn that the unit's host code shows. None is no
  /// proof: other units may launch it.
  std::vector<const HostLaunch *> launchesOf(const Function &Fn) const;
  const std::vector<std::unique_ptr<FunctionView>> &functions() const {
    return Views;
  }
  /// Accesses of the whole unit that may touch the object of E in In: the same
  /// global or struct field anywhere, the same parameter in the same function.
  std::vector<AccessRef> accessesTo(const FunctionView &In, EventId E) const;
  /// Accesses of other kernels to a parameter of the same name and width:
  /// often, not always, the same memory. Evidence, never proof; of very many,
  /// those of the kernels that stand nearest.
  std::vector<AccessRef> namesakes(const FunctionView &In, EventId E) const;

  /// The reads of polls among accessesTo(), and among namesakes() if
  /// wanted.
  std::vector<AccessRef> pollsOf(const FunctionView &In, EventId E,
                                 bool Namesakes) const;
  Kept &kept() const { return Answers; }

private:
  using FunctionViews = std::vector<std::unique_ptr<FunctionView>>;
  UnitView(const Module &M, std::vector<HomeNote> Homes, FunctionViews Views);
  const Module &M;
  std::vector<HomeNote> Homes;
  std::vector<std::unique_ptr<FunctionView>> Views;
  mutable Kept Answers;
  struct Index;
  const Index &accesses() const;
  const Index &polls() const;
  mutable std::shared_ptr<Index> Accesses, Polled;
};

} // namespace fencepost

#endif
