//===- lower_sync.cpp - fences, barriers, warp operations -----------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// MEMBAR.SC is fence.sc, MEMBAR.ALL with CCTL.IVALL behind it fence.acq_rel,
// without it fence.release, CCTL.IVALL alone fence.acquire: it drops the lines
// of the first-level cache. At cta scope there is nothing to drop. ERRBAR and
// CGAERRBAR report errors and order nothing.
//
//===----------------------------------------------------------------------===//

#include "analyzer/frontend/sass/lowering.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace fencepost;
using namespace fencepost::sass;
using llvm::StringRef;
using Form = Operand::Form;

bool Lowering::nothing(const Instruction &) { return true; }

//===- Fences -------------------------------------------------------------===//

bool Lowering::membar(const Instruction &I) {
  if (I.has("VC")) // What the compiler adds before an exit when debugging.
    return true;
  Event E = start(EventKind::Fence, I);
  E.Scp = I.has("SYS")                  ? Scope::Sys
          : I.has("GPU")                ? Scope::Gpu
          : I.has("CTA") || I.has("SM") ? Scope::Cta
                                        : Scope::Unknown;
  bool IsAll = I.has("ALL");
  E.Ord = I.has("SC")           ? Order::SeqCst
          : !IsAll              ? Order::Unknown
          : E.Scp == Scope::Cta ? Order::AcqRel
                                : Order::Release;
  EventId Id = emit(std::move(E));
  LastFence = {Id, B.currentBlock()};
  return true;
}

// CCTL.IVALL. Other cache controls are hints.
bool Lowering::cacheControl(const Instruction &I) {
  if (!I.has("IVALL") && !I.has("IV") && !I.has("IVALLP")) {
    Event E = start(EventKind::CacheHint, I);
    E.Ord = Order::None;
    E.Spc = Space::Global;
    if (const Operand *O = address(I))
      setAddress(E, *O);
    Neighbour Fence = LastFence;
    emit(std::move(E));
    LastFence = Fence;
    return true;
  }
  if (I.has("LDCU")) // The constant cache.
    return true;
  if (LastFence.Event != NoId && LastFence.Block == B.currentBlock()) {
    Event &Fence = B.event(LastFence.Event);
    if (Fence.Ord == Order::Release)
      Fence.Ord = Order::AcqRel;
    LastFence = {};
    return true;
  }
  Event E = start(EventKind::Fence, I);
  E.Ord = Order::Acquire;
  // It drops what is stale at any scope; it was written for the one of the
  // access before it.
  bool HasAccess =
      LastStrong.Event != NoId && LastStrong.Block == B.currentBlock();
  E.Scp = HasAccess ? B.event(LastStrong.Event).Scp : Scope::Sys;
  emit(std::move(E));
  return true;
}

// FENCE.VIEW.ASYNC.{S,G,T}; UTMACCTL.IV [map].
bool Lowering::proxyFence(const Instruction &I) {
  Event E = start(EventKind::ProxyFence, I);
  E.Ord = Order::None;
  if (I.is("UTMACCTL")) {
    const Operand *O = address(I);
    if (!I.has("IV") || !O) {
      E.Kind = EventKind::CacheHint;
    } else {
      E.Prx = Proxy::Tensormap;
      E.Ord = Order::Acquire;
      E.Scp = Scope::Unknown;
      setAddress(E, *O);
    }
    emit(std::move(E));
    return true;
  }
  E.Prx = I.has("ASYNC") ? Proxy::Async : Proxy::Unknown;
  // The full fence and that of shared memory differ in the MEMBAR before.
  bool IsNarrow = LastFence.Event != NoId &&
                  LastFence.Block == B.currentBlock() &&
                  B.event(LastFence.Event).Scp == Scope::Cta;
  E.Spc = I.has("G")   ? Space::Global
          : I.has("T") ? Space::Tensor
          : IsNarrow   ? Space::SharedCta
                       : Space::Generic;
  emit(std::move(E));
  return true;
}

//===- Barriers -----------------------------------------------------------===//

// BAR.SYNC.DEFER_BLOCKING 0x0, 0x40; BAR.ARV 0x1, 0x40;
// BAR.RED.POPC 0x0, !P0, whose result B2R.RESULT fetches.
static constexpr VariableId BarrierResult = 1000;

bool Lowering::barrier(const Instruction &I) {
  bool IsRed = I.has("RED");
  if (!IsRed && !I.has("SYNC") && !I.has("ARV") && !I.has("SYNCALL"))
    return false;
  Event E = start(EventKind::CtaBarrier, I);
  E.Ord = Order::None;
  E.Barrier = I.has("ARV") ? BarrierAction::Arrive : BarrierAction::Sync;
  E.BarrierId = I.Operands.empty() ? number(0) : valueOf(I.Operands[0]);
  for (const Operand &O : llvm::drop_begin(I.Operands, !I.Operands.empty()))
    if (O.is(Form::Predicate))
      E.Extra.push_back(readPredicate(O));
    else if (E.Participants == UnknownValue)
      E.Participants = valueOf(O);
  if (!IsRed) {
    E.Extra.clear();
    emit(std::move(E));
    return true;
  }
  if (E.Extra.empty())
    E.Extra.push_back(B.havoc({1}));
  EventId Id = emit(std::move(E), {32});
  B.write(BarrierResult, B.event(Id).Result);
  return true;
}

bool Lowering::barrierResult(const Instruction &I) {
  if (I.Operands.empty() || !I.has("RESULT"))
    return unknownValue(I);
  ValueId V = B.read(BarrierResult, {32});
  write(I.Operands[0], V);
  for (const Operand &O : llvm::drop_begin(I.Operands))
    writePredicate(O, op(OpCode::Ne, {1}, {V, number(0)}));
  return true;
}

// Arriving releases if a MEMBAR stands before it; waiting acquires, and the
// CCTL.IVALL behind it is part of it.
bool Lowering::clusterBarrier(const Instruction &I) {
  bool IsWait = I.is("UCGABAR_WAIT") || I.has("WAIT");
  Event E = start(EventKind::ClusterBarrier, I);
  E.Barrier = IsWait ? BarrierAction::Wait : BarrierAction::Arrive;
  bool HasFence = LastFence.Event != NoId &&
                  LastFence.Block == B.currentBlock() &&
                  B.event(LastFence.Event).Kind == EventKind::Fence;
  E.Ord = IsWait ? Order::Acquire : HasFence ? Order::Release : Order::Relaxed;
  E.Scp = Scope::Cluster;
  EventId Id = emit(std::move(E));
  if (IsWait)
    LastFence = {Id, B.currentBlock()};
  return true;
}

//===- mbarrier -----------------------------------------------------------===//

static MbarrierAction mbarrierAction(const Instruction &I) {
  if (I.has("EXCH"))
    return MbarrierAction::Init;
  if (I.has("CCTL"))
    return MbarrierAction::Inval;
  if (I.has("PHASECHK"))
    return I.has("TRYWAIT") ? MbarrierAction::TryWait
                            : MbarrierAction::TestWait;
  if (!I.has("ARRIVE"))
    return MbarrierAction::None;
  if (I.has("OPTOUT"))
    return MbarrierAction::ArriveDrop;
  if (I.has("A0TR"))
    return MbarrierAction::ExpectTx;
  if (I.has("A0TX"))
    return MbarrierAction::CompleteTx;
  bool IsPlain = I.has("A1T0") || I.has("ART0") || I.is("ATOMS");
  return IsPlain ? MbarrierAction::Arrive : MbarrierAction::ArriveExpectTx;
}

// SYNCS.ARRIVE.TRANS64.A1T0 R2, [UR4], RZ;
// SYNCS.PHASECHK.TRANS64.TRYWAIT P0, [UR4], R0; ATOMS.ARRIVE.64 on sm_80.
// Release and relaxed arrivals print alike at cta scope, as do acquire and
// relaxed waits.
bool Lowering::mbarrier(const Instruction &I) {
  const Operand *At = address(I);
  MbarrierAction Action = mbarrierAction(I);
  if (!At || Action == MbarrierAction::None)
    return false;
  Event E = start(EventKind::Mbarrier, I);
  E.Mbar = Action;
  bool IsWait = isWait(Action);
  bool IsCount = Action == MbarrierAction::ExpectTx ||
                 Action == MbarrierAction::CompleteTx;
  bool IsPlain =
      Action == MbarrierAction::Init || Action == MbarrierAction::Inval;
  E.Ord = IsPlain ? Order::Weak : IsCount ? Order::Relaxed : Order::Unknown;
  E.Scp = IsPlain ? Scope::None : Scope::Unknown;
  E.Spc = Space::SharedCta;
  E.Bits = 64;
  setAddress(E, *At);
  if (At + 1 != I.Operands.end())
    E.Operand = valueOf(At[1]);
  const Operand &To = I.Operands[0];
  bool HasResult = &To != At;
  E.ResultUsed = HasResult && !To.isZeroRegister();
  EventId Id = emit(std::move(E), {uint16_t(IsWait ? 1 : HasResult ? 64 : 0)});
  ValueId Result = B.event(Id).Result;
  if (HasResult && Result != UnknownValue)
    write(To, Result, IsWait ? 1 : 64);
  return true;
}

//===- Warps --------------------------------------------------------------===//

bool Lowering::warpSync(const Instruction &I) {
  if (I.has("COLLECTIVE") || I.has("EXCLUSIVE"))
    return true;
  Event E = start(EventKind::WarpSync, I);
  E.Ord = Order::None;
  E.Barrier = BarrierAction::Sync;
  E.Participants =
      I.has("ALL") || I.Operands.empty() ? number(-1) : valueOf(I.Operands[0]);
  emit(std::move(E));
  return true;
}

/// The highest lane of those that run, by FLO of the ballot of an always true
/// predicate: how ptxas elects the lane that does an atomic for its warp.
static bool isElectedLane(FunctionBuilder &B, ValueId V) {
  Value Node = B.value(V);
  while (Node.Kind == ValueKind::Op && Node.Op == OpCode::Cast)
    Node = B.value(Node.Operands[0]);
  if (Node.Kind != ValueKind::Op || Node.Op != OpCode::Pure ||
      !StringRef(Node.Name).contains("FLO") || Node.Operands.empty())
    return false;
  const Value &Mask = B.value(Node.Operands[0]);
  if (Mask.Kind != ValueKind::Result)
    return false;
  const Event &Vote = B.event(EventId(Mask.Imm));
  return Vote.Kind == EventKind::WarpCollective &&
         StringRef(Vote.Spelling).starts_with("vote.") && !Vote.Extra.empty() &&
         B.constantOf(Vote.Extra.back()) == 1;
}

bool Lowering::isLeader(ValueId Condition, unsigned Steps) {
  const Value Node = B.value(Condition);
  if (Node.Kind != ValueKind::Op || Steps == 0)
    return false;
  if (Node.Op == OpCode::And || Node.Op == OpCode::LogicalNot)
    return llvm::any_of(Node.Operands,
                        [&](ValueId V) { return isLeader(V, Steps - 1); });
  if ((Node.Op != OpCode::Eq && Node.Op != OpCode::Ne) ||
      Node.Operands.size() != 2)
    return false;
  auto IsLane = [&](ValueId V) {
    const Value &Lane = B.value(V);
    return Lane.Kind == ValueKind::Special && Lane.Name == "laneid";
  };
  return (IsLane(Node.Operands[0]) && isElectedLane(B, Node.Operands[1])) ||
         (IsLane(Node.Operands[1]) && isElectedLane(B, Node.Operands[0]));
}

// The lanes that a leader acts for have met in the vote, and wait for it: what
// it releases is theirs as well, and what it acquires.
void Lowering::meetLanes() {
  Event E = start(EventKind::WarpSync, C->Instructions[Index]);
  E.Ord = Order::None;
  E.Barrier = BarrierAction::Sync;
  emit(std::move(E));
}

/// In the words of PTX, by which the analyses know them.
static std::string collectiveName(const Instruction &I) {
  std::string Lower = I.Opcode.lower();
  StringRef Name = Lower;
  if (Name.consume_front("shfl."))
    return ("shfl.sync." + Name).str();
  if (Name.consume_front("voteu.") || Name.consume_front("vote."))
    return ("vote." + Name).str();
  if (Name.starts_with("redux") || Name.starts_with("credux"))
    return "redux." + Lower;
  return Lower == "elect" ? "elect.sync" : Lower;
}

// VOTE.ANY R, P, source; SHFL.IDX P, R, value, lane, clamp; REDUX.SUM UR, R;
// ELECT P, UR, PT; MATCH.ANY R, value.
bool Lowering::collective(const Instruction &I) {
  bool IsVote = I.Root.starts_with("VOTE"), IsShuffle = I.is("SHFL");
  bool IsElect = I.is("ELECT"), IsMatch = I.is("MATCH");
  unsigned First = IsVote || IsElect || IsShuffle ? 2
                   : IsMatch && I.has("ALL")      ? 2
                                                  : 1;
  if (I.Operands.size() < First)
    return false;
  llvm::SmallVector<ValueId, 4> Sources;
  for (const Operand &O : llvm::drop_begin(I.Operands, First))
    Sources.push_back(valueOf(O));
  Event E = start(EventKind::WarpCollective, I);
  E.Ord = Order::None;
  E.Spelling = collectiveName(I);
  E.Participants = number(-1);
  E.Extra.push_back(E.Participants);
  E.Extra.append(Sources.begin(), Sources.end());
  ValueId Result =
      B.event(emit(std::move(E), {uint16_t(IsElect ? 1 : 32)})).Result;
  for (unsigned N = 0; N < First; ++N) {
    const Operand &O = I.Operands[N];
    bool IsMain = O.is(Form::Predicate) == IsElect;
    write(O, IsMain                  ? Result
             : O.is(Form::Predicate) ? op(OpCode::Pure, {1}, {Result}, I.Opcode)
                                     : B.havoc({32}, {Result}));
  }
  return true;
}

//===- Grids and time -----------------------------------------------------===//

bool Lowering::gridDependency(const Instruction &I) {
  Event E = start(EventKind::GridDependency, I);
  E.Ord = Order::None;
  E.Barrier = I.is("ACQBULK") ? BarrierAction::Wait : BarrierAction::Arrive;
  emit(std::move(E));
  return true;
}

bool Lowering::sleep(const Instruction &I) {
  Event E = start(EventKind::Sleep, I);
  E.Ord = Order::None;
  if (!I.Operands.empty())
    E.Operand = valueOf(I.Operands[0]);
  emit(std::move(E));
  return true;
}
