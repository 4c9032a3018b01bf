//===- lower_memory.cpp - loads, stores, atomics ----------------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA 9.0, section 9.7.9 (data movement), 9.7.13 (atom, red) and 9.7.14
// (multimem). Defaults: ld and st weak; atom and red relaxed at gpu scope;
// multimem.red relaxed at sys scope. A ld or st with an order and no scope is
// refused by the assembler: its scope is Unknown.
//
//===----------------------------------------------------------------------===//

#include "analyzer/frontend/ptx/lowering.h"

using namespace fencepost;
using namespace fencepost::ptx;
using llvm::StringRef;

/// The first address operand from From on; nullptr if there is none.
static const Operand *addressIn(const Instruction &I, unsigned From = 0) {
  for (unsigned N = From; N < I.Operands.size(); ++N)
    if (I.Operands[N].Kind == Operand::Form::Address)
      return &I.Operands[N];
  return nullptr;
}

bool Lowering::load(const Instruction &I, const Qualifiers &Q) {
  if (I.Operands.size() < 2 || I.Operands[1].Kind != Operand::Form::Address)
    return false;
  Space Spc = Q.space();
  if (Spc == Space::Param ||
      (Spc == Space::Generic && !Q.Sem && !ParamAddresses.empty() &&
       paramPlace(I.Operands[1]).Symbol))
    return loadParam(I, Q);
  Event E = start(EventKind::Load, I);
  setAccessOrder(E, Q, Scope::Unknown);
  setShape(E, Q);
  setAddress(E, I.Operands[1]);
  E.Spc = Spc;
  if (Q.IsNonCoherent || I.Root == "ldu") {
    E.Prx = Proxy::NonCoherent;
    E.Spc = Q.space(0, Space::Global);
  } else if (Spc == Space::Const) {
    E.Prx = Proxy::Constant;
  }
  E.ResultUsed = !isUnused(I.Operands[0]);
  EventId Id = emit(std::move(E), resultType(Q));
  writeLoaded(I.Operands[0], B.event(Id), Q);
  return true;
}

bool Lowering::store(const Instruction &I, const Qualifiers &Q) {
  if (I.has("async"))
    return asyncStore(I, Q);
  if (I.Operands.size() < 2 || I.Operands[0].Kind != Operand::Form::Address)
    return false;
  if (Q.space() == Space::Param)
    return storeParam(I, Q);
  Event E = start(EventKind::Store, I);
  setAccessOrder(E, Q, Scope::Unknown);
  setShape(E, Q);
  setAddress(E, I.Operands[0]);
  E.Spc = Q.space();
  if (I.has("bulk")) {
    // `st.bulk [a], size, 0`
    E.Extra.push_back(valueOf(I.Operands[1], {64}));
    E.Operand = operandAt(I, 2, {64});
  } else {
    E.Operand = valueOf(I.Operands[1], Q.type().registerType());
  }
  emit(std::move(E));
  return true;
}

bool Lowering::atomic(const Instruction &I, const Qualifiers &Q) {
  if (I.Operands.size() < 3 || I.Operands[1].Kind != Operand::Form::Address)
    return false;
  Event E = start(EventKind::Rmw, I);
  E.Ord = Q.accessSem(Order::Relaxed);
  E.Scp = Q.scope(Scope::Gpu);
  E.Spc = Q.space();
  E.Rmw = Q.Op == RmwOp::None ? RmwOp::Other : Q.Op;
  setShape(E, Q);
  setAddress(E, I.Operands[1]);
  ValueType Type = Q.type().registerType();
  E.Operand = valueOf(I.Operands[2], Type);
  if (E.Rmw == RmwOp::Cas) {
    if (I.Operands.size() < 4)
      return false;
    E.Extra.push_back(E.Operand);
    E.Operand = valueOf(I.Operands[3], Type);
  }
  E.ResultUsed = !isUnused(I.Operands[0]);
  EventId Id = emit(std::move(E), resultType(Q));
  writeLoaded(I.Operands[0], B.event(Id), Q);
  return true;
}

bool Lowering::reduction(const Instruction &I, const Qualifiers &Q) {
  if (I.has("async"))
    return asyncStore(I, Q);
  if (I.Operands.size() < 2 || I.Operands[0].Kind != Operand::Form::Address)
    return false;
  Event E = start(EventKind::Red, I);
  E.Ord = Q.accessSem(Order::Relaxed);
  E.Scp = Q.scope(Scope::Gpu);
  E.Spc = Q.space();
  E.Rmw = Q.Op == RmwOp::None ? RmwOp::Other : Q.Op;
  setShape(E, Q);
  setAddress(E, I.Operands[0]);
  E.Operand = valueOf(I.Operands[1], Q.type().registerType());
  emit(std::move(E));
  return true;
}

// st.async and red.async: to the shared memory of the cluster, told complete by
// an mbarrier, or (.release) to global memory with nothing to wait for.
bool Lowering::asyncStore(const Instruction &I, const Qualifiers &Q) {
  if (I.Operands.size() < 2 || I.Operands[0].Kind != Operand::Form::Address)
    return false;
  bool IsRed = I.Root == "red";
  Event E = start(EventKind::AsyncCopy, I);
  setAccessOrder(E, Q, Scope::Unknown);
  if (IsRed) {
    E.Ord = Q.accessSem(Order::Relaxed);
    E.Scp = Q.scope(Scope::Cluster);
    E.Rmw = Q.Op == RmwOp::None ? RmwOp::Other : Q.Op;
  }
  E.Spc = Q.space(0, Space::SharedCluster);
  setShape(E, Q);
  setAddress(E, I.Operands[0]);
  E.Operand = valueOf(I.Operands[1], Q.type().registerType());
  E.Extra = {UnknownValue, B.constant(int64_t(E.Bits) * E.Elements / 8, {32})};
  if (const Operand *Mbar = addressIn(I, 2)) {
    E.Done = Completion::Mbarrier;
    E.CompletionObject = addressOf(*Mbar);
  }
  emit(std::move(E));
  return true;
}

bool Lowering::multimem(const Instruction &I, const Qualifiers &Q) {
  if (I.has("cp"))
    return bulkCopy(I, Q);
  bool IsLoad = I.has("ld_reduce"), IsStore = I.has("st");
  if (!IsLoad && !IsStore && !I.has("red"))
    return false;
  const Operand *Address = addressIn(I);
  if (!Address || I.Operands.size() < 2 ||
      (IsLoad && Address != &I.Operands[1]) ||
      (!IsLoad && Address != &I.Operands[0]))
    return false;
  Event E = start(IsLoad    ? EventKind::Load
                  : IsStore ? EventKind::Store
                            : EventKind::Red,
                  I);
  E.Ord = Q.accessSem(IsLoad || IsStore ? Order::Weak : Order::Relaxed);
  E.Scp = E.Ord == Order::Weak ? Scope::None : Q.scope(Scope::Sys);
  E.Prx = Proxy::Multimem;
  E.Spc = Q.space();
  setShape(E, Q);
  setAddress(E, *Address);
  if (!IsStore)
    E.Rmw = Q.Op == RmwOp::None ? RmwOp::Other : Q.Op;
  if (!IsLoad) {
    E.Operand = valueOf(I.Operands[1], Q.type().registerType());
    emit(std::move(E));
    return true;
  }
  E.ResultUsed = !isUnused(I.Operands[0]);
  EventId Id = emit(std::move(E), resultType(Q));
  writeLoaded(I.Operands[0], B.event(Id), Q);
  return true;
}

// ldmatrix, stmatrix, wmma.load, wmma.store: each lane moves its part of a
// tile; which rows it touches is known from the lane, not from one address.
bool Lowering::matrix(const Instruction &I, const Qualifiers &Q) {
  bool IsLoad = I.Root == "ldmatrix" || I.has("load");
  bool IsStore = I.Root == "stmatrix" || I.has("store");
  if (!IsLoad && !IsStore)
    return unknownValue(I, Q);
  const Operand *Address = addressIn(I);
  if (!Address || I.Operands.size() < 2)
    return false;
  bool IsFragment = I.Root == "ldmatrix" || I.Root == "stmatrix";
  Event E = start(IsLoad ? EventKind::Load : EventKind::Store, I);
  E.Ord = Order::Weak;
  E.Scp = Scope::None;
  E.Spc = Q.space(0, IsFragment ? Space::SharedCta : Space::Generic);
  setAddress(E, *Address);
  const Operand &Data = IsLoad ? I.Operands[0] : I.Operands[1];
  E.Bits = 32;
  E.Elements = Data.Kind == Operand::Form::Vector ? Data.Parts.size() : 1;
  if (IsStore) {
    E.Operand = valueOf(Data, {32});
    emit(std::move(E));
    return true;
  }
  uint16_t Bits = 32 * E.Elements;
  EventId Id = emit(std::move(E), {Bits});
  write(Data, B.event(Id).Result);
  return true;
}

bool Lowering::texture(const Instruction &I, const Qualifiers &Q) {
  const Operand *Address = addressIn(I);
  bool IsStore = I.Root == "sust", IsRed = I.Root == "sured";
  if (!Address || I.Operands.size() < 2)
    return false;
  Event E = start(IsStore ? EventKind::Store
                  : IsRed ? EventKind::Red
                          : EventKind::Load,
                  I);
  E.Ord = IsRed ? Order::Relaxed : Order::Weak;
  E.Scp = IsRed ? Scope::Gpu : Scope::None;
  E.Prx = Proxy::Texture;
  E.Spc = Space::Global;
  setShape(E, Q);
  setAddress(E, *Address);
  E.Rmw = IsRed ? Q.Op : RmwOp::None;
  if (IsStore || IsRed) {
    E.Operand = valueOf(I.Operands[1], Q.type().registerType());
    emit(std::move(E));
    return true;
  }
  EventId Id = emit(std::move(E), resultType(Q));
  write(I.Operands[0], B.event(Id).Result);
  return true;
}

bool Lowering::cacheHint(const Instruction &I, const Qualifiers &Q) {
  const Operand *Address = addressIn(I);
  if (!Address)
    return false;
  Event E = start(EventKind::CacheHint, I);
  E.Ord = Order::None;
  E.Spc = Q.space();
  setAddress(E, *Address);
  E.Operand = operandAt(I, 1, {32});
  emit(std::move(E));
  return true;
}
