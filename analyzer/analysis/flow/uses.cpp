//===- uses.cpp - what is computed from a value -----------------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "analyzer/analysis/flow/uses.h"
#include "analyzer/analysis/flow/dependence.h"

using namespace llvm;

namespace fencepost {

Uses::Uses(const Function &Fn) : Fn(Fn), Start(Fn.Values.size() + 1, 0) {
  for (ValueId V = 0; V < Fn.Values.size(); ++V)
    for (ValueId Operand : valueOperands(Fn, V))
      ++Start[Operand + 1];
  for (size_t V = 1; V < Start.size(); ++V)
    Start[V] += Start[V - 1];
  Users.resize(Start.back());
  std::vector<uint32_t> Next(Start.begin(), Start.end() - 1);
  for (ValueId V = 0; V < Fn.Values.size(); ++V)
    for (ValueId Operand : valueOperands(Fn, V))
      Users[Next[Operand]++] = V;
}

DenseSet<ValueId> Uses::dependents(EventId E) const {
  DenseSet<ValueId> Seen;
  ValueId Result = Fn.Events[E].Result;
  if (Result == UnknownValue || !Fn.Events[E].ResultUsed)
    return Seen;
  SmallVector<ValueId, 16> Work{Result};
  Seen.insert(Result);
  while (!Work.empty()) {
    ValueId V = Work.pop_back_val();
    for (uint32_t U = Start[V]; U < Start[V + 1]; ++U)
      if (Seen.insert(Users[U]).second)
        Work.push_back(Users[U]);
  }
  return Seen;
}

} // namespace fencepost
