//===- kernel_tests.cpp - exact comparisons inside kernels ----------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "analyzer/analysis/host/kernel_tests.h"
#include "analyzer/analysis/flow/linear.h"

using namespace llvm;

namespace fencepost {

namespace {
/// An element of an array that a parameter points to.
struct ElementOf {
  uint32_t Param = 0;
  LinearForm Index; ///< In bytes from where the parameter points.
  LocationId Loc = Nowhere;
};
} // namespace

static std::optional<ElementOf> elementOf(const Function &Fn, ValueId V) {
  const Value &Node = Fn.Values[stripCasts(Fn, V)];
  if (Node.Kind != ValueKind::Result || !Node.Type.IsFloat)
    return std::nullopt;
  const Event &Load = Fn.Events[Node.Imm];
  if (Load.Kind != EventKind::Load)
    return std::nullopt;
  ElementOf Out;
  Out.Index = linearForm(Fn, Load.Address);
  Out.Loc = Load.Loc;
  bool HasParam = false;
  for (auto *It = Out.Index.Terms.begin(); It != Out.Index.Terms.end(); ++It) {
    const Value &Term = Fn.Values[It->first];
    if (Term.Kind != ValueKind::Param || !Term.Type.IsPointer ||
        It->second != 1)
      continue;
    Out.Param = Term.Imm;
    Out.Index.Terms.erase(It);
    HasParam = true;
    break;
  }
  return HasParam ? std::optional(std::move(Out)) : std::nullopt;
}

std::vector<KernelTest> kernelTests(const FunctionView &In) {
  constexpr size_t MaxTests = 32;
  std::vector<KernelTest> Out;
  const Function &Fn = In.fn();
  for (const Value &Node : Fn.Values) {
    if (Node.Kind != ValueKind::Op || Node.Operands.size() != 2 ||
        (Node.Op != OpCode::Eq && Node.Op != OpCode::Ne) ||
        Out.size() >= MaxTests)
      continue;
    auto A = elementOf(Fn, Node.Operands[0]);
    auto B = A ? elementOf(Fn, Node.Operands[1]) : std::nullopt;
    if (B && A->Param != B->Param && A->Index.Terms == B->Index.Terms &&
        A->Index.Constant == B->Index.Constant)
      Out.push_back({{A->Param, B->Param}, B->Loc, Node.Op == OpCode::Eq});
  }
  return Out;
}

} // namespace fencepost
