//===- lower_async.cpp - copies and matrix units --------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LDGSTS is cp.async, UBLKCP, UBLKRED and UTMA* are its bulk forms, STAS and
// REDAS st.async and red.async. A copy's Address is where it writes, Extra is
// {where it reads, bytes}; where the destination is shared memory its mbarrier
// stands in the uniform register behind it.
//
//===----------------------------------------------------------------------===//

#include "analyzer/frontend/sass/lowering.h"

using namespace fencepost;
using namespace fencepost::sass;
using llvm::StringRef;
using Form = Operand::Form;

/// The first two words behind the root.
static bool isWord(const Instruction &I, StringRef First, StringRef Second) {
  StringRef Rest = I.Opcode.split('.').second;
  return Rest.split('.').first == First &&
         Rest.split('.').second.split('.').first == Second;
}

// LDGSTS.E.BYPASS.128 [R5], desc[UR4][R2.64], P0
bool Lowering::asyncCopy(const Instruction &I) {
  const Operand *To = address(I), *From = address(I, 1);
  if (!To || !From)
    return false;
  Event E = start(EventKind::AsyncCopy, I);
  E.Ord = Order::Weak;
  E.Scp = Scope::None;
  E.Spc = Space::SharedCta;
  E.Hint = I.has("BYPASS") ? CacheHint::Cg : CacheHint::Ca;
  E.Done = Completion::CpAsyncGroup;
  setAddress(E, *To);
  E.Operand = number(I.has("128") ? 16 : I.has("64") ? 8 : 4);
  E.Extra = {addressOf(*From, /*IsShared=*/false), E.Operand};
  emit(std::move(E));
  return true;
}

// UBLKCP.S.G [UR4], [UR6], UR8: to shared memory at UR4 with the mbarrier at
// UR5; UTMALDG.2D [UR8], [UR4]; UTMASTG.1D [UR4], [UR6] from shared memory
// at UR4; UTMAREDG, UBLKRED likewise.
bool Lowering::bulkCopy(const Instruction &I) {
  const Operand *First = address(I), *Second = address(I, 1);
  if (I.is("UBLKPF") || I.is("UTMAPF") || !Second) {
    Event E = start(EventKind::CacheHint, I);
    E.Ord = Order::None;
    emit(std::move(E));
    return true;
  }
  bool IsMap = I.Root.starts_with("UTMA");
  bool ToShared = I.is("UTMALDG") ||
                  (!IsMap && (isWord(I, "S", "G") || isWord(I, "S", "S")));
  bool IsReduce = I.is("UBLKRED") || I.is("UTMAREDG");
  Event E = start(EventKind::AsyncCopy, I);
  E.Prx = Proxy::Async;
  E.Ord = IsReduce ? Order::Relaxed : Order::Weak;
  E.Scp = IsReduce ? Scope::Gpu : Scope::None;
  if (IsReduce)
    E.Rmw = I.has("ADD") ? RmwOp::Add : RmwOp::Other;
  // A tensor store names the shared memory first, and then the map.
  bool IsMapStore = IsMap && !ToShared;
  const Operand &To = IsMapStore ? *Second : *First;
  const Operand &From = IsMapStore ? *First : *Second;
  bool FromShared = IsMapStore || isWord(I, "G", "S") || isWord(I, "S", "S");
  E.Spc = ToShared ? Space::SharedCta : Space::Global;
  setAddress(E, To);
  ValueId Size = UnknownValue;
  if (!IsMap && &From + 1 != I.Operands.end())
    Size = valueOf((&From)[1]);
  E.Operand = Size;
  E.Extra = {addressOf(From, FromShared), Size};
  E.Done = ToShared ? Completion::Mbarrier : Completion::BulkGroup;
  if (ToShared && To.Terms.size() == 1)
    E.CompletionObject = sharedAddress(
        readRegister(To.Terms[0].IsUniform, To.Terms[0].Number + 1));
  if (ToShared)
    E.Spc = Space::SharedCluster;
  emit(std::move(E));
  return true;
}

// STAS [R2.64], R4: the mbarrier in the upper half of the pair.
bool Lowering::asyncStore(const Instruction &I) {
  const Operand *To = address(I);
  if (!To || To->Terms.size() != 1)
    return false;
  const Term &T = To->Terms[0];
  Event E = start(EventKind::AsyncCopy, I);
  bool IsRed = I.is("REDAS");
  E.Ord = IsRed ? Order::Relaxed : Order::Weak;
  E.Scp = IsRed ? Scope::Cluster : Scope::None;
  if (IsRed)
    E.Rmw = I.has("ADD") ? RmwOp::Add : RmwOp::Other;
  E.Spc = Space::SharedCluster;
  setShape(E, I);
  E.Object = To->Text.str();
  E.Address = sharedAddress(readRegister(T.IsUniform, T.Number));
  if (To + 1 != I.Operands.end())
    E.Operand = storedValue(To[1], E.Bits * E.Elements);
  E.Extra = {UnknownValue, number(int64_t(E.Bits) * E.Elements / 8)};
  E.Done = Completion::Mbarrier;
  if (T.Number != NoRegister)
    E.CompletionObject = sharedAddress(readRegister(T.IsUniform, T.Number + 1));
  emit(std::move(E));
  return true;
}

// USTGR.E.NA.STRONG.GPU [UR4], UR6: st.async and red.async to global memory,
// which PTX has with .release alone.
bool Lowering::asyncRelease(const Instruction &I) {
  const Operand *To = address(I);
  if (!To)
    return false;
  Event E = start(EventKind::AsyncCopy, I);
  if (I.is("UREDGR"))
    E.Rmw = I.has("ADD") ? RmwOp::Add : RmwOp::Other;
  E.Spc = Space::Global;
  setStrength(E, I);
  E.Ord = Order::Release;
  setShape(E, I);
  setAddress(E, *To);
  if (To + 1 != I.Operands.end())
    E.Operand = storedValue(To[1], E.Bits * E.Elements);
  E.Extra = {UnknownValue, number(int64_t(E.Bits) * E.Elements / 8)};
  emit(std::move(E));
  return true;
}

// UGETNEXTWORKID [UR4], [UR5]: clusterlaunchcontrol.try_cancel writes 16 bytes
// to shared memory at UR4 and completes on the mbarrier at UR5.
bool Lowering::nextWork(const Instruction &I) {
  const Operand *To = address(I), *Object = address(I, 1);
  if (!To || !Object)
    return false;
  Event E = start(EventKind::AsyncCopy, I);
  E.Ord = Order::Weak;
  E.Scp = Scope::None;
  E.Prx = Proxy::Async;
  E.Spc = Space::SharedCta;
  setAddress(E, *To);
  E.Operand = number(16);
  E.Extra = {UnknownValue, E.Operand};
  E.Done = Completion::Mbarrier;
  E.CompletionObject = addressOf(*Object, /*IsShared=*/true);
  emit(std::move(E));
  return true;
}

// LDGDEPBAR, UTMACMDFLUSH, ARRIVES.LDGSTSBAR [mbarrier], UTCBAR [mbarrier]
bool Lowering::commit(const Instruction &I) {
  Event E = start(EventKind::AsyncCommit, I);
  E.Ord = Order::None;
  E.Done = I.is("LDGDEPBAR")      ? Completion::CpAsyncGroup
           : I.is("UTMACMDFLUSH") ? Completion::BulkGroup
           : I.is("UTCBAR")       ? Completion::Tcgen05
                                  : Completion::Mbarrier;
  if (const Operand *O = address(I)) {
    E.Spc = Space::SharedCta;
    setAddress(E, *O);
    E.CompletionObject = E.Address;
  }
  emit(std::move(E));
  return true;
}

/// A full wait drops stale lines at once: CCTL.IVALL stands behind it.
static bool isDropped(const Code &C, uint32_t Index) {
  constexpr uint32_t MaxLook = 8;
  for (uint32_t N = Index + 1;
       N < C.Instructions.size() && N <= Index + MaxLook; ++N)
    if (C.Instructions[N].is("CCTL") && C.Instructions[N].has("IVALL"))
      return true;
  return false;
}

// DEPBAR.LE SB0, 0x1 waits for whatever the function has committed.
bool Lowering::wait(const Instruction &I) {
  bool IsMatrix = I.is("WARPGROUP");
  if (IsMatrix && !I.has("DEPBAR")) {
    Event E = start(EventKind::ProxyFence, I);
    E.Ord = Order::None;
    emit(std::move(E));
    return true;
  }
  if (I.Operands.size() < 2)
    return true; // Scoreboards of ordinary loads.
  auto Emit = [&](Completion Done) {
    Event E = start(EventKind::AsyncWait, I);
    E.Ord = Order::None;
    E.Done = Done;
    E.Operand = valueOf(I.Operands[1]);
    E.ReadOnlyWait = Done == Completion::BulkGroup && !isDropped(*C, Index);
    emit(std::move(E));
  };
  if (IsMatrix)
    Emit(Completion::WgmmaGroup);
  // A wait without a commit in sight (its caller's, one that a loop took
  // along) may be for either.
  bool IsEither = !C->HasCpAsync && !C->HasBulkGroup;
  if (!IsMatrix && (C->HasCpAsync || IsEither))
    Emit(Completion::CpAsyncGroup);
  if (!IsMatrix && (C->HasBulkGroup || IsEither))
    Emit(Completion::BulkGroup);
  return true;
}

// HGMMA.64x8x16.F16 R24, gdesc[UR4], R24, gsb0; UTCHMMA gdesc[..], tmem[..]
bool Lowering::matrixUnit(const Instruction &I) {
  bool IsTensor = I.Root.starts_with("UTC");
  Event E = start(EventKind::AsyncMma, I);
  E.Ord = Order::Weak;
  E.Scp = Scope::None;
  E.Prx = Proxy::Async;
  E.Spc = IsTensor ? Space::Tensor : Space::SharedCta;
  E.Done = IsTensor ? Completion::Tcgen05 : Completion::WgmmaGroup;
  for (const Operand &O : I.Operands)
    if (O.is(Form::Address) && E.Extra.size() < 2)
      E.Extra.push_back(addressOf(O, /*IsShared=*/false));
  emit(std::move(E));
  if (IsTensor || I.Operands.empty() || !I.Operands[0].is(Form::Register))
    return true;
  for (unsigned N = 0; N < 128 && I.Operands[0].Number != NoRegister; ++N)
    if (I.Operands[0].Number + N < 255)
      writeRegister(false, I.Operands[0].Number + N, B.havoc({32, true}));
  return true;
}

// LDTM.x4 R4, tmem[UR4]; STTM tmem[UR4], R4
bool Lowering::tensorMemory(const Instruction &I) {
  bool IsLoad = I.is("LDTM");
  Event E = start(IsLoad ? EventKind::Load : EventKind::Store, I);
  E.Ord = Order::Weak;
  E.Scp = Scope::None;
  E.Spc = Space::Tensor;
  E.Bits = 32;
  E.Done = Completion::Tcgen05;
  if (const Operand *O = address(I))
    setAddress(E, *O);
  ValueId Result =
      B.event(emit(std::move(E), {uint16_t(IsLoad ? 32 : 0)})).Result;
  if (!IsLoad || I.Operands.empty() || !I.Operands[0].is(Form::Register))
    return true;
  unsigned Count = 1;
  for (StringRef Word : {"x2", "x4", "x8", "x16", "x32", "x64", "x128"})
    if (I.has(Word))
      Word.drop_front().getAsInteger(10, Count);
  for (unsigned N = 0; N < Count && I.Operands[0].Number + N < 255; ++N)
    writeRegister(false, I.Operands[0].Number + N, B.havoc({32}, {Result}));
  return true;
}
