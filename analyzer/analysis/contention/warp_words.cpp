//===- warp_words.cpp - words that belong to one warp ---------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/analysis/contention/warp_words.h"
#include "analyzer/analysis/flow/linear.h"
#include "llvm/ADT/STLExtras.h"

using namespace fencepost;

/// `i / 32` or `i >> 5`, i being the number of a thread in the grid.
static bool isWarpOfGrid(const FunctionView &In, ValueId V) {
  const Value &Node = In.fn().value(stripCasts(In.fn(), V));
  if (Node.Operands.size() != 2)
    return false;
  auto By = constantOf(In.fn(), Node.Operands[1]);
  if (!(Node.Op == OpCode::Div && By == 32) &&
      !(Node.Op == OpCode::Shr && By == 5))
    return false;
  auto Index = threadIndex(In.fn(), stripCasts(In.fn(), Node.Operands[0]));
  return Index && !Index->isNegated && Index->Parts.Tid[0] &&
         Index->Parts.Ctaid[0] && Index->Rest.isConstant() &&
         Index->Rest.Constant == 0;
}

/// Are there no threads or blocks along a second axis?
static bool hasOneAxis(const FunctionView &In) {
  return llvm::none_of(In.fn().Values, [](const Value &V) {
    llvm::StringRef Name = V.Name;
    return V.Kind == ValueKind::Special &&
           (Name == "tid.y" || Name == "tid.z" || Name == "ctaid.y" ||
            Name == "ctaid.z");
  });
}

bool fencepost::isWordOfWarp(const FunctionView &In, EventId E) {
  if (In.event(E).Address == UnknownValue || !hasOneAxis(In))
    return false;
  auto Plain = [&](ValueId V) { return stripCasts(In.fn(), V); };
  LinearForm Form = linearForm(In.fn(), In.event(E).Address, Plain);
  ValueId Warp = UnknownValue;
  for (auto &[Term, Factor] : Form.Terms) {
    if (isWarpOfGrid(In, Term) && Warp == UnknownValue && Factor > 0 &&
        uint64_t(Factor) * 8 >= In.event(E).Bits)
      Warp = Term;
    else if (In.uniformity().of(Term) != Uniform::Grid)
      return false;
  }
  if (Warp == UnknownValue)
    return false;
  for (EventId L = 0; L < In.fn().Events.size(); ++L)
    if (In.event(L).Kind == EventKind::Load &&
        In.event(L).Address != UnknownValue &&
        !In.provenance().sameObject(L, E) &&
        llvm::any_of(linearForm(In.fn(), In.event(L).Address, Plain).Terms,
                     [&](auto &T) { return T.first == Warp; }))
      return true;
  return false;
}
