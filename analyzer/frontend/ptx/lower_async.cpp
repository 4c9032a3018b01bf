//===- lower_async.cpp - copies, matrix units, tensor maps ------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA 9.0, sections 9.7.9.25 to 9.7.9.28 (cp.async, cp.async.bulk,
// cp.reduce, tensormap), 9.7.15 (wgmma), 9.7.16 (tcgen05) and 9.7.17
// (clusterlaunchcontrol). cp.async is a weak access of the generic proxy; all
// that is bulk goes through the async proxy. A copy's Address is where it
// writes, Extra is {where it reads, bytes}.
//
//===----------------------------------------------------------------------===//

#include "analyzer/frontend/ptx/lowering.h"
#include "llvm/ADT/STLExtras.h"

using namespace fencepost;
using namespace fencepost::ptx;
using llvm::StringRef;

bool Lowering::copy(const Instruction &I, const Qualifiers &Q) {
  if (I.has("commit_group") || I.has("wait_group") || I.has("wait_all"))
    return commitOrWait(I, Q);
  if (I.has("bulk"))
    return bulkCopy(I, Q);
  if (!I.has("async") || I.Operands.empty() ||
      I.Operands[0].Kind != Operand::Form::Address)
    return false;
  if (I.has("mbarrier")) {
    // The arrival happens when this thread's earlier copies are complete; it
    // publishes nothing else.
    Event E = start(EventKind::AsyncCommit, I);
    E.Ord = Order::None;
    E.Spc = Q.space();
    E.Done = Completion::Mbarrier;
    setAddress(E, I.Operands[0]);
    E.CompletionObject = E.Address;
    emit(std::move(E));
    return true;
  }
  if (I.Operands.size() < 3 || I.Operands[1].Kind != Operand::Form::Address)
    return false;
  Event E = start(EventKind::AsyncCopy, I);
  E.Ord = Order::Weak;
  E.Scp = Scope::None;
  E.Spc = Q.space(0, Space::SharedCta);
  E.Hint = Q.Hint;
  E.Done = Completion::CpAsyncGroup;
  setAddress(E, I.Operands[0]);
  E.Operand = valueOf(I.Operands[2], {32});
  E.Extra = {addressOf(I.Operands[1]), E.Operand};
  emit(std::move(E));
  return true;
}

bool Lowering::commitOrWait(const Instruction &I, const Qualifiers &Q) {
  bool IsCommit = I.has("commit_group");
  Event E = start(IsCommit ? EventKind::AsyncCommit : EventKind::AsyncWait, I);
  E.Ord = Order::None;
  E.Done = I.Root == "wgmma" ? Completion::WgmmaGroup
           : I.has("bulk")   ? Completion::BulkGroup
                             : Completion::CpAsyncGroup;
  E.ReadOnlyWait = I.has("read");
  if (I.has("wait_all"))
    E.Operand = B.constant(0, {32});
  else if (!IsCommit)
    E.Operand = operandAt(I, 0, {32});
  emit(std::move(E));
  return true;
}

// cp.async.bulk, cp.async.bulk.tensor, cp.reduce.async.bulk and prefetches.
// The state spaces stand in the order destination, source.
bool Lowering::bulkCopy(const Instruction &I, const Qualifiers &Q) {
  if (I.Operands.empty() || I.Operands[0].Kind != Operand::Form::Address)
    return false;
  if (I.has("prefetch"))
    return cacheHint(I, Q);
  if (I.Operands.size() < 2 || I.Operands[1].Kind != Operand::Form::Address)
    return false;
  bool IsReduce = I.has("reduce");
  Event E = start(EventKind::AsyncCopy, I);
  E.Prx = Proxy::Async;
  E.Ord = Q.accessSem(Order::Weak);
  E.Scp = E.Ord == Order::Weak ? Scope::None : Q.scope(Scope::Unknown);
  if (IsReduce) {
    E.Ord = Order::Relaxed;
    E.Scp = Q.scope(Scope::Gpu);
    E.Rmw = Q.Op == RmwOp::None ? RmwOp::Other : Q.Op;
    setShape(E, Q);
  }
  E.Spc = Q.space();
  setAddress(E, I.Operands[0]);
  // Where the destination is given by a tensor map, so are the bytes.
  ValueId Size = UnknownValue;
  if (!I.has("tensor"))
    Size = operandAt(I, 2, {32});
  E.Operand = Size;
  ValueId Source = addressOf(I.Operands[1]);
  // The space of the source, which a generic address does not tell.
  if (Q.space(1) == Space::Global && Source != UnknownValue)
    Source = op(OpCode::Cast, {64, false, false, true}, {Source}, 0,
                spelling(Space::Global).str());
  E.Extra = {Source, Size};
  if (I.has("bulk_group")) {
    E.Done = Completion::BulkGroup;
  } else if (I.hasPrefix("mbarrier::complete_tx")) {
    E.Done = Completion::Mbarrier;
    for (unsigned N = 2; N < I.Operands.size(); ++N)
      if (I.Operands[N].Kind == Operand::Form::Address)
        E.CompletionObject = addressOf(I.Operands[N]);
  }
  emit(std::move(E));
  return true;
}

bool Lowering::wgmma(const Instruction &I, const Qualifiers &Q) {
  if (I.has("commit_group") || I.has("wait_group"))
    return commitOrWait(I, Q);
  if (I.has("fence")) {
    Event E = start(EventKind::ProxyFence, I);
    E.Ord = Order::None;
    emit(std::move(E));
    return true;
  }
  if (!I.has("mma_async") || I.Operands.size() < 3)
    return false;
  Event E = start(EventKind::AsyncMma, I);
  E.Ord = Order::Weak;
  E.Scp = Scope::None;
  E.Prx = Proxy::Async;
  E.Spc = Space::SharedCta;
  E.Done = Completion::WgmmaGroup;
  for (unsigned N = 1; N < 3; ++N)
    E.Extra.push_back(valueOf(I.Operands[N], {64}));
  llvm::SmallVector<ValueId, 2> Sources(E.Extra.begin(), E.Extra.end());
  emit(std::move(E));
  write(I.Operands[0], B.havoc({32, true}, Sources));
  return true;
}

bool Lowering::tcgen05(const Instruction &I, const Qualifiers &Q) {
  auto AddressAt = [&](unsigned N) {
    return N < I.Operands.size() &&
           I.Operands[N].Kind == Operand::Form::Address;
  };
  if (I.hasPrefix("fence::")) {
    Event E = start(EventKind::ProxyFence, I);
    E.Ord = Order::None;
    emit(std::move(E));
    return true;
  }
  if (I.hasPrefix("wait::") || I.has("commit")) {
    bool IsCommit = I.has("commit");
    if (IsCommit && !AddressAt(0))
      return false;
    Event E =
        start(IsCommit ? EventKind::AsyncCommit : EventKind::AsyncWait, I);
    E.Ord = Order::None;
    E.Done = Completion::Tcgen05;
    if (IsCommit) {
      setAddress(E, I.Operands[0]);
      E.Spc = Q.space();
      E.CompletionObject = E.Address;
    }
    emit(std::move(E));
    return true;
  }
  if (I.has("dealloc") || I.has("relinquish_alloc_permit"))
    return true;
  if (I.has("mma") || I.has("cp") || I.has("shift")) {
    if (!AddressAt(0))
      return false;
    Event E = start(EventKind::AsyncMma, I);
    E.Ord = Order::Weak;
    E.Scp = Scope::None;
    E.Prx = Proxy::Async;
    E.Spc = Space::Tensor;
    E.Done = Completion::Tcgen05;
    setAddress(E, I.Operands[0]);
    for (unsigned N = 1; N < I.Operands.size() && N < 3; ++N)
      E.Extra.push_back(valueOf(I.Operands[N], {64}));
    emit(std::move(E));
    return true;
  }
  return tensorAccess(I, Q);
}

// tcgen05.ld{.red} d{, r}, [a]{, imm}; tcgen05.st [a]{, imm}, b; and alloc,
// which stores the tensor memory's address to shared memory.
bool Lowering::tensorAccess(const Instruction &I, const Qualifiers &Q) {
  bool IsLoad = I.has("ld"), IsStore = I.has("st"), IsAlloc = I.has("alloc");
  auto IsAddress = [](const Operand &O) {
    return O.Kind == Operand::Form::Address;
  };
  const Operand *Address = llvm::find_if(I.Operands, IsAddress);
  unsigned At = Address - I.Operands.begin();
  if ((!IsLoad && !IsStore && !IsAlloc) || I.Operands.size() < 2 ||
      At == I.Operands.size() || IsLoad != (At > 0))
    return false;
  Event E = start(IsLoad ? EventKind::Load : EventKind::Store, I);
  E.Ord = Order::Weak;
  E.Scp = Scope::None;
  E.Spc = IsAlloc ? Q.space() : Space::Tensor;
  E.Bits = 32;
  if (!IsAlloc)
    E.Done = Completion::Tcgen05;
  setAddress(E, *Address);
  const Operand &Data = IsLoad ? I.Operands.front() : I.Operands.back();
  if (Data.Kind == Operand::Form::Vector)
    E.Elements = Data.Parts.size();
  if (!IsLoad) {
    E.Operand = IsAlloc ? B.havoc({32}) : valueOf(Data, {32});
    emit(std::move(E));
    return true;
  }
  uint16_t Bits = 32 * std::min<unsigned>(E.Elements, 1024);
  ValueId Result = B.event(emit(std::move(E), {Bits})).Result;
  write(Data, Result);
  for (unsigned N = 1; N < At; ++N)
    write(I.Operands[N], B.havoc({32}, {Result}));
  return true;
}

bool Lowering::tensormap(const Instruction &I, const Qualifiers &Q) {
  if (I.Operands.empty() || I.Operands[0].Kind != Operand::Form::Address)
    return false;
  Event Store = start(EventKind::Store, I);
  Store.Ord = Order::Weak;
  Store.Scp = Scope::None;
  Store.Spc = Q.space();
  setAddress(Store, I.Operands[0]);
  if (I.has("replace")) {
    Store.Operand = B.havoc({}, {operandAt(I, I.Operands.size() - 1, {64})});
    emit(std::move(Store));
    return true;
  }
  if (!I.has("cp_fenceproxy") || I.Operands.size() < 3 ||
      I.Operands[1].Kind != Operand::Form::Address)
    return false;
  // Copies the map, then makes the copy visible to the tensormap proxy.
  Event Load = start(EventKind::Load, I);
  Load.Ord = Order::Weak;
  Load.Scp = Scope::None;
  Load.Spc = Q.space(1);
  setAddress(Load, I.Operands[1]);
  Event Fence = start(EventKind::ProxyFence, I);
  Fence.Prx = Proxy::Tensormap;
  Fence.Ord = Q.sem(Order::Release);
  Fence.Scp = Q.scope(Scope::Unknown);
  Fence.Address = Store.Address;
  Fence.Object = Store.Object;
  Fence.Operand = valueOf(I.Operands[2], {32});
  for (Event *E : {&Load, &Store}) {
    E->Bits = 64;
    E->Elements = 16;
  }
  EventId Id = emit(std::move(Load), {1024});
  Store.Operand = B.event(Id).Result;
  emit(std::move(Store));
  emit(std::move(Fence));
  return true;
}

bool Lowering::launchControl(const Instruction &I, const Qualifiers &Q) {
  if (!I.has("try_cancel"))
    return unknownValue(I, Q);
  if (I.Operands.size() < 2 || I.Operands[0].Kind != Operand::Form::Address ||
      I.Operands[1].Kind != Operand::Form::Address)
    return false;
  Event E = start(EventKind::AsyncCopy, I);
  E.Ord = Order::Weak;
  E.Scp = Scope::None;
  E.Prx = Proxy::Async;
  E.Spc = Q.space();
  E.Done = Completion::Mbarrier;
  setAddress(E, I.Operands[0]);
  E.Operand = B.constant(16, {32});
  E.Extra = {UnknownValue, E.Operand};
  E.CompletionObject = addressOf(I.Operands[1]);
  emit(std::move(E));
  return true;
}
