//===- lower_sync.cpp - fences, barriers, warp operations -------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA 9.0, section 9.7.13: fence and membar (a bare fence is acq_rel,
// membar is fence.sc), bar and barrier, barrier.cluster (arrive releases, wait
// acquires), mbarrier (arrive: release.cta; test_wait and try_wait:
// acquire.cta; transaction counts: relaxed), vote, match, shfl, redux, elect,
// griddepcontrol.
//
// fence.mbarrier_init, wgmma.fence and tcgen05.fence order no ordinary
// accesses: they are ProxyFences of the generic proxy, which no check counts as
// a fence.
//
//===----------------------------------------------------------------------===//

#include "analyzer/frontend/ptx/lowering.h"
#include "llvm/ADT/StringSwitch.h"

using namespace fencepost;
using namespace fencepost::ptx;
using llvm::StringRef;

//===- Fences -------------------------------------------------------------===//

bool Lowering::fence(const Instruction &I, const Qualifiers &Q) {
  if (I.has("proxy"))
    return proxyFence(I, Q);
  Event E = start(EventKind::Fence, I);
  E.Scp = Q.scope(Scope::Unknown);
  if (I.has("mbarrier_init")) {
    E.Kind = EventKind::ProxyFence;
    E.Mbar = MbarrierAction::Init;
    E.Ord = Q.sem(Order::Release);
    emit(std::move(E));
    return true;
  }
  E.Ord = I.Root == "membar" ? Order::SeqCst : Q.sem(Order::AcqRel);
  E.Spc = Q.Restriction.value_or(Space::Unknown);
  emit(std::move(E));
  return true;
}

bool Lowering::proxyFence(const Instruction &I, const Qualifiers &Q) {
  Event E = start(EventKind::ProxyFence, I);
  E.Ord = Q.sem(Order::None);
  E.Scp = Q.scope(Scope::None);
  if (I.has("alias"))
    E.Prx = Proxy::Alias;
  else if (I.has("async") || I.hasPrefix("async::"))
    E.Prx = Proxy::Async;
  else if (I.hasPrefix("tensormap"))
    E.Prx = Proxy::Tensormap;
  else
    E.Prx = Proxy::Unknown;
  // Without a space it covers all of them.
  E.Spc = Q.Restriction.value_or(Q.space());
  if (!I.Operands.empty() && I.Operands[0].Kind == Operand::Form::Address) {
    setAddress(E, I.Operands[0]);
    E.Operand = operandAt(I, 1, {32});
  }
  emit(std::move(E));
  return true;
}

//===- Barriers -----------------------------------------------------------===//

bool Lowering::barrier(const Instruction &I, const Qualifiers &Q) {
  if (I.has("warp")) {
    Event E = start(EventKind::WarpSync, I);
    E.Ord = Order::None;
    E.Barrier = BarrierAction::Sync;
    E.Participants = operandAt(I, 0, {32});
    emit(std::move(E));
    return true;
  }
  if (!I.has("cluster"))
    return ctaBarrier(I, Q);
  bool IsWait = I.has("wait");
  if (!IsWait && !I.has("arrive"))
    return false;
  Event E = start(EventKind::ClusterBarrier, I);
  E.Barrier = IsWait ? BarrierAction::Wait : BarrierAction::Arrive;
  E.Ord = Q.sem(IsWait ? Order::Acquire : Order::Release);
  E.Scp = Scope::Cluster;
  emit(std::move(E));
  return true;
}

bool Lowering::ctaBarrier(const Instruction &I, const Qualifiers &Q) {
  bool IsRed = I.has("red");
  if (!IsRed && !I.has("sync") && !I.has("arrive"))
    return false;
  unsigned First = IsRed ? 1 : 0, Count = I.Operands.size();
  if (Count <= First || (IsRed && Count < 3))
    return false;
  Event E = start(EventKind::CtaBarrier, I);
  E.Ord = Order::None;
  E.Barrier = I.has("arrive") ? BarrierAction::Arrive : BarrierAction::Sync;
  E.BarrierId = valueOf(I.Operands[First], {32});
  if (Count - First > (IsRed ? 2u : 1u))
    E.Participants = valueOf(I.Operands[First + 1], {32});
  if (!IsRed) {
    emit(std::move(E));
    return true;
  }
  E.Extra.push_back(valueOf(I.Operands.back(), {1}));
  EventId Id = emit(std::move(E), {uint16_t(I.has("popc") ? 32 : 1)});
  write(I.Operands[0], B.event(Id).Result);
  return true;
}

//===- mbarrier -----------------------------------------------------------===//

static MbarrierAction mbarrierAction(const Instruction &I) {
  if (I.has("try_wait"))
    return MbarrierAction::TryWait;
  if (I.has("test_wait"))
    return MbarrierAction::TestWait;
  if (I.has("pending_count"))
    return MbarrierAction::PendingCount;
  if (I.has("init"))
    return MbarrierAction::Init;
  if (I.has("inval"))
    return MbarrierAction::Inval;
  if (I.has("arrive_drop"))
    return MbarrierAction::ArriveDrop;
  if (I.has("arrive"))
    return I.has("expect_tx") ? MbarrierAction::ArriveExpectTx
                              : MbarrierAction::Arrive;
  if (I.has("expect_tx"))
    return MbarrierAction::ExpectTx;
  if (I.has("complete_tx"))
    return MbarrierAction::CompleteTx;
  return MbarrierAction::None;
}

static void setMbarrierOrder(Event &E, const Qualifiers &Q) {
  switch (E.Mbar) {
  case MbarrierAction::Arrive:
  case MbarrierAction::ArriveDrop:
  case MbarrierAction::ArriveExpectTx:
    E.Ord = Q.accessSem(Order::Release);
    E.Scp = Q.scope(Scope::Cta);
    return;
  case MbarrierAction::TestWait:
  case MbarrierAction::TryWait:
    E.Ord = Q.accessSem(Order::Acquire);
    E.Scp = Q.scope(Scope::Cta);
    return;
  case MbarrierAction::ExpectTx:
  case MbarrierAction::CompleteTx:
    E.Ord = Q.accessSem(Order::Relaxed);
    E.Scp = Q.scope(Scope::Cta);
    return;
  case MbarrierAction::Init:
  case MbarrierAction::Inval:
    E.Ord = Order::Weak;
    E.Scp = Scope::None;
    return;
  case MbarrierAction::PendingCount:
  case MbarrierAction::None:
    return;
  }
}

bool Lowering::mbarrier(const Instruction &I, const Qualifiers &Q) {
  MbarrierAction Action = mbarrierAction(I);
  if (Action == MbarrierAction::None || I.Operands.empty())
    return false;
  if (Action == MbarrierAction::PendingCount) // Arithmetic on a state.
    return pure(I, Q);
  bool HasResult = I.Operands[0].Kind != Operand::Form::Address;
  unsigned At = HasResult ? 1 : 0;
  if (At >= I.Operands.size() || I.Operands[At].Kind != Operand::Form::Address)
    return false;
  Event E = start(EventKind::Mbarrier, I);
  E.Mbar = Action;
  setMbarrierOrder(E, Q);
  E.Spc = Q.space();
  E.Bits = 64;
  setAddress(E, I.Operands[At]);
  bool IsWait = isWait(Action);
  ValueType Argument{uint16_t(IsWait && !I.has("parity") ? 64 : 32)};
  E.Operand = operandAt(I, At + 1, Argument);
  for (unsigned N = At + 2; N < I.Operands.size(); ++N)
    E.Extra.push_back(valueOf(I.Operands[N], {32}));
  E.ResultUsed = !HasResult || !isUnused(I.Operands[0]);
  EventId Id = emit(std::move(E), {uint16_t(IsWait ? 1 : HasResult ? 64 : 0)});
  if (HasResult)
    write(I.Operands[0], B.event(Id).Result);
  return true;
}

//===- Warps --------------------------------------------------------------===//

bool Lowering::warpCollective(const Instruction &I, const Qualifiers &Q) {
  bool IsElect = I.Root == "elect";
  bool HasMask = I.has("sync");
  if (I.Operands.empty())
    return false;
  Event E = start(EventKind::WarpCollective, I);
  E.Ord = Order::None;
  bool IsVote = I.Root == "vote";
  ValueType Type = Q.type().registerType();
  ValueType Source = IsVote ? ValueType{1} : Type;
  unsigned Last = I.Operands.size();
  // The mask comes first, as in the functions of CUDA C++.
  if (HasMask && Last > 1) {
    E.Participants = valueOf(I.Operands[--Last], {32});
    E.Extra.push_back(E.Participants);
  }
  for (unsigned N = 1; N < Last; ++N)
    E.Extra.push_back(valueOf(I.Operands[N], N == 1 ? Source : ValueType{32}));
  const Operand &To = I.Operands[0];
  E.ResultUsed = !isUnused(To);
  if (IsElect)
    Type = {1};
  EventId Id = emit(std::move(E), Type);
  ValueId Result = B.event(Id).Result;
  if (To.Kind != Operand::Form::Pair) {
    write(To, Result);
    return true;
  }
  // elect.sync yields the predicate; its other destination names the leader.
  ValueId Other =
      IsElect ? B.havoc({32}, {Result})
              : op(OpCode::Pure, {1}, {Result}, 0, I.Root.str() + ".predicate");
  write(To.Parts[0], IsElect ? Other : Result);
  write(To.Parts[1], IsElect ? Result : Other);
  return true;
}

//===- Grids and time -----------------------------------------------------===//

bool Lowering::gridDependency(const Instruction &I, const Qualifiers &Q) {
  bool IsWait = I.has("wait");
  if (!IsWait && !I.has("launch_dependents"))
    return false;
  Event E = start(EventKind::GridDependency, I);
  E.Ord = Order::None;
  E.Barrier = IsWait ? BarrierAction::Wait : BarrierAction::Arrive;
  emit(std::move(E));
  return true;
}

bool Lowering::sleep(const Instruction &I, const Qualifiers &Q) {
  Event E = start(EventKind::Sleep, I);
  E.Ord = Order::None;
  E.Operand = operandAt(I, 0, {32});
  emit(std::move(E));
  return true;
}

bool Lowering::nothing(const Instruction &, const Qualifiers &) { return true; }
