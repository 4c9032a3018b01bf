//===- whole_numbers.cpp - values that are whole numbers ------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "analyzer/analysis/host/whole_numbers.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/STLExtras.h"

using namespace fencepost;
using namespace llvm;

static bool isSmallWhole(const Value &V) {
  if (!V.Type.IsFloat)
    return true;
  const fltSemantics *Format = V.Type.Bits == 64   ? &APFloat::IEEEdouble()
                               : V.Type.Bits == 16 ? &APFloat::IEEEhalf()
                                                   : &APFloat::IEEEsingle();
  unsigned Bits = V.Type.Bits == 64 || V.Type.Bits == 16 ? V.Type.Bits : 32;
  APFloat F(*Format, APInt(Bits, uint64_t(V.Imm), false, true));
  return F.isInteger() &&
         abs(F).compare(APFloat(*Format, 2048)) != APFloat::cmpGreaterThan;
}

bool WholeNumbers::isWholeResult(const Event &E, WholeIf &Inputs,
                                 Visited &Seen) {
  if (E.Kind == EventKind::OpaqueCall)
    return isWholeIfAll(Inputs);
  if (!E.IsFloat && E.Kind != EventKind::WarpCollective &&
      E.Kind != EventKind::Load)
    return E.Bits != 0;
  if (E.Kind == EventKind::WarpCollective) {
    // Lane numbers and masks are integers; the value shuffled is not.
    if (E.Operand != UnknownValue && !isWhole(E.Operand, Inputs, Seen))
      return false;
    return areWhole(E.Extra, Inputs, Seen);
  }
  if (E.Kind != EventKind::Load)
    return isWholeIfAll(Inputs);
  std::set<MemoryRoot> From = memoryRoots(Fn, E.Address);
  if (From.empty())
    return isWholeIfAll(Inputs);
  for (const MemoryRoot &R : From) {
    if (R.Param != ParamEffect::NoParam) {
      Inputs.insert(R.Param);
      continue;
    }
    // A variable of the kernel's own: what it stores there.
    if (!isSharedVariable(In.module(), R))
      return false;
    for (const Event &Store : Fn.Events)
      if (isWrite(Store) && memoryRoots(Fn, Store.Address).count(R) &&
          (Store.Rmw == RmwOp::Cas || !isWhole(Store.Operand, Inputs, Seen)))
        return false;
  }
  return true;
}

/// Made in a way that is not known: of whatever comes in.
bool WholeNumbers::isWholeIfAll(WholeIf &Inputs) const {
  for (uint32_t P = 0; P < Fn.Params.size(); ++P)
    if (Fn.Params[P].Type.IsPointer)
      Inputs.insert(P);
  return !Inputs.empty();
}

bool WholeNumbers::areWhole(ArrayRef<ValueId> Values, WholeIf &Inputs,
                            Visited &Seen) {
  return llvm::all_of(Values,
                      [&](ValueId V) { return isWhole(V, Inputs, Seen); });
}

/// (x + r) - r: x rounded so that sums of such numbers are exact.
static bool isRoundedForSums(const Function &Fn, const Value &V) {
  if (V.Op != OpCode::Sub || V.Operands.size() != 2)
    return false;
  const Value &Sum = Fn.Values[V.Operands[0]];
  return Sum.Kind == ValueKind::Op && Sum.Op == OpCode::Add &&
         llvm::is_contained(Sum.Operands, V.Operands[1]);
}

bool WholeNumbers::isWhole(ValueId Id, WholeIf &Inputs, Visited &Seen) {
  if (Budget == 0)
    return false;
  if (Id == UnknownValue)
    return isWholeIfAll(Inputs);
  if (!Seen.insert(Id).second)
    return true; // Being looked at: whole unless another part is not.
  --Budget;
  const Value &V = Fn.Values[Id];
  switch (V.Kind) {
  case ValueKind::Constant:
    return isSmallWhole(V);
  case ValueKind::Phi:
    return areWhole(V.Operands, Inputs, Seen);
  case ValueKind::Result:
    return size_t(V.Imm) < Fn.Events.size() &&
           isWholeResult(Fn.Events[V.Imm], Inputs, Seen);
  case ValueKind::Param:
  case ValueKind::Special:
    return !V.Type.IsFloat && V.Type.Bits != 0;
  case ValueKind::Op:
    return isWholeOp(V, Inputs, Seen);
  case ValueKind::Unknown:
  case ValueKind::Global:
  case ValueKind::Local:
    return false;
  }
  return false;
}

bool WholeNumbers::isWholeOp(const Value &V, WholeIf &Inputs, Visited &Seen) {
  if (V.Op == OpCode::Cast && V.Operands.size() == 1) {
    const ValueType &From = Fn.Values[V.Operands[0]].Type;
    if (V.Type.IsFloat && !From.IsFloat && From.Bits)
      return true; // A count.
    return areWhole(V.Operands, Inputs, Seen);
  }
  if (isRoundedForSums(Fn, V))
    return true;
  if ((V.Op == OpCode::Extract || V.Op == OpCode::ArrayGet) &&
      !V.Operands.empty())
    return isWhole(V.Operands[0], Inputs, Seen);
  if (V.Op == OpCode::Havoc)
    return isWholeIfAll(Inputs);
  if (V.Op == OpCode::Select && V.Operands.size() == 3)
    return areWhole(ArrayRef(V.Operands).drop_front(), Inputs, Seen);
  if (V.Op == OpCode::Add || V.Op == OpCode::Sub || V.Op == OpCode::Mul ||
      V.Op == OpCode::Neg || V.Op == OpCode::Min || V.Op == OpCode::Max ||
      V.Op == OpCode::Aggregate)
    return areWhole(V.Operands, Inputs, Seen);
  return V.Op == OpCode::Pure && isWholeCall(V, Inputs, Seen);
}

bool WholeNumbers::isWholeCall(const Value &V, WholeIf &Inputs, Visited &Seen) {
  StringRef Name = V.Name;
  for (StringRef Rounding : {"floor", "ceil", "trunc", "rint", "round"})
    if (Name.contains(Rounding) && !Name.contains("__float2half"))
      return true;
  // A count in half precision.
  for (StringRef Integer :
       {"__int2", "__uint2", "__short2", "__ushort2", "__ll2", "__ull2"})
    if (Name.starts_with(Integer))
      return true;
  // Parts put together as they are, into what held nothing yet.
  if (Name == "bits" || Name == "merge")
    return llvm::all_of(V.Operands, [&](ValueId O) {
      const Value &Part = Fn.Values[O];
      bool IsNothing = Part.Op == OpCode::Havoc && Part.Operands.empty();
      return IsNothing || isWhole(O, Inputs, Seen);
    });
  for (StringRef Exact :
       {"fma", "fabs", "abs", "fmax", "fmin", "2half", "half2float",
        "half22float2", "bfloat16", "hfma", "hadd", "hsub", "hmul"})
    if (Name.contains(Exact))
      return areWhole(V.Operands, Inputs, Seen);
  return false;
}

llvm::DenseSet<ValueId> fencepost::oldValues(const Function &Fn,
                                             const Event &Cas) {
  DenseSet<ValueId> Old;
  if (Cas.Extra.empty())
    return Old;
  for (ValueId V = Cas.Extra[0]; V != UnknownValue;) {
    Old.insert(V);
    const Value &Node = Fn.Values[V];
    bool IsCast = Node.Kind == ValueKind::Op && Node.Operands.size() == 1 &&
                  (Node.Op == OpCode::Cast || Node.Op == OpCode::Pure);
    V = IsCast ? Node.Operands[0] : UnknownValue;
  }
  return Old;
}

std::optional<WholeIf> WholeNumbers::of(ValueId V) {
  WholeIf Inputs;
  Visited Seen;
  return isWhole(V, Inputs, Seen) ? std::optional(Inputs) : std::nullopt;
}

std::optional<WholeIf> WholeNumbers::ofUpdate(const Event &Cas) {
  if (Cas.Extra.empty())
    return std::nullopt;
  // The old value counts as whole: it is the sum so far.
  Visited Seen = oldValues(Fn, Cas);
  for (ValueId V = 1; V < Fn.Values.size(); ++V) {
    const Value &Node = Fn.Values[V];
    if ((Node.Op == OpCode::Pure || Node.Op == OpCode::Cast) &&
        Node.Operands.size() == 1 && Seen.contains(Node.Operands[0]))
      Seen.insert(V); // The old value again, as a float.
  }
  ValueId New = Cas.Operand;
  for (unsigned Steps = 0; Steps < 8; ++Steps) {
    const Value &Node = Fn.Values[New];
    bool IsBits = Node.Kind == ValueKind::Op && Node.Operands.size() == 1 &&
                  !Node.Type.IsFloat &&
                  (Node.Op == OpCode::Pure || Node.Op == OpCode::Cast);
    if (!IsBits)
      break;
    New = Node.Operands[0];
  }
  WholeIf Inputs;
  return isWhole(New, Inputs, Seen) ? std::optional(Inputs) : std::nullopt;
}
