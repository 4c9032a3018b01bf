//===- memory_roots.cpp - which of a kernel's memory ----------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "analyzer/analysis/host/memory_roots.h"
#include "analyzer/analysis/memory/address_walk.h"

using namespace fencepost;

static constexpr unsigned MaxDepth = 6;

static std::set<MemoryRoot> rootsOf(const Function &Fn, ValueId Address,
                                    unsigned Depth) {
  std::set<MemoryRoot> Out;
  if (Depth > MaxDepth || Address == UnknownValue)
    return Out;
  for (const AddressBase &Base : addressBases(Fn, Address)) {
    const Value &V = Fn.Values[Base.Base];
    switch (V.Kind) {
    case ValueKind::Param:
      if (V.Imm >= 0 && size_t(V.Imm) < Fn.Params.size())
        Out.insert({uint32_t(V.Imm), {}});
      break;
    case ValueKind::Global:
      Out.insert({ParamEffect::NoParam, V.Name});
      break;
    case ValueKind::Result:
      if (size_t(V.Imm) < Fn.Events.size() &&
          Fn.Events[V.Imm].Kind == EventKind::Load)
        Out.merge(rootsOf(Fn, Fn.Events[V.Imm].Address, Depth + 1));
      break;
    case ValueKind::Op:
      if (V.Op == OpCode::Extract || V.Op == OpCode::ArrayGet ||
          V.Op == OpCode::Pure)
        for (ValueId Operand : V.Operands)
          Out.merge(rootsOf(Fn, Operand, Depth + 1));
      break;
    case ValueKind::Unknown:
    case ValueKind::Constant:
    case ValueKind::Special:
    case ValueKind::Local:
    case ValueKind::Phi:
      break;
    }
  }
  return Out;
}

std::set<MemoryRoot> fencepost::memoryRoots(const Function &Fn,
                                            ValueId Address) {
  return rootsOf(Fn, Address, 0);
}

bool fencepost::isSharedVariable(const Module &M, const MemoryRoot &R) {
  const Global *G = R.Global.empty() ? nullptr : M.global(R.Global);
  return G && isSharedSpace(G->Spc);
}

bool fencepost::isWrite(const Event &E) {
  return E.Kind == EventKind::Store || isRmw(E.Kind) ||
         E.Kind == EventKind::AsyncCopy;
}
