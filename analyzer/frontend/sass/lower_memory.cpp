//===- lower_memory.cpp - loads, stores, atomics --------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `.STRONG.{SM,CTA,GPU,SYS}` is the scope of a strong access; `.SYS` alone, as
// sm_70 and sm_75 print it, is weak. ld.relaxed.cta and ld.acquire.cta print
// alike, and so do all orders in shared memory: Order::Unknown. ld.cg prints
// as ld.relaxed.gpu, which is what it does. Order at gpu and sys scope stands
// in the instructions around the access.
//
//===----------------------------------------------------------------------===//

#include "analyzer/frontend/sass/lowering.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace fencepost;
using namespace fencepost::sass;
using llvm::StringRef;
using Form = Operand::Form;

Event Lowering::start(EventKind Kind, const Instruction &I) const {
  Event E;
  E.Kind = Kind;
  E.Loc = C->Places[Index];
  E.Spelling = I.Opcode.empty() ? I.Text.str() : I.Opcode.str();
  return E;
}

EventId Lowering::emit(Event E, ValueType ResultType) {
  bool IsRead = E.Kind == EventKind::Load || E.Kind == EventKind::Rmw;
  bool IsStrong = IsRead && E.Ord == Order::Relaxed;
  EventId Id = B.emit(std::move(E), ResultType);
  LastFence = {};
  if (IsStrong)
    LastStrong = {Id, B.currentBlock()};
  return Id;
}

const Operand *Lowering::address(const Instruction &I, unsigned Nth) const {
  for (const Operand &O : I.Operands)
    if (O.is(Form::Address) && Nth-- == 0)
      return &O;
  return nullptr;
}

static bool isSharedAccess(StringRef Root) {
  return Root == "LDS" || Root == "STS" || Root == "ATOMS" || Root == "REDS" ||
         Root == "LDSM" || Root == "STSM" || Root == "UMEMSETS";
}

static Space spaceOf(StringRef Root) {
  if (isSharedAccess(Root))
    return Space::SharedCta;
  // For generic addresses there is no reduction without a result.
  bool IsGlobal = Root == "RED" || Root == "LDG" || Root == "STG" ||
                  Root == "ATOMG" || Root == "REDG" || Root == "LDGMC" ||
                  Root.starts_with("US") || Root.starts_with("UR");
  return IsGlobal ? Space::Global : Space::Generic;
}

void Lowering::setAddress(Event &E, const Operand &O) {
  bool IsShared = E.Spc == Space::SharedCta;
  E.Address = addressOf(O, IsShared);
  E.Object = O.Text.str();
}

/// `.U8`, `.64`, `.128`, `.F16x2`, `.ENL2.256`; 32 bits otherwise.
void Lowering::setShape(Event &E, const Instruction &I) const {
  E.Bits = 32;
  StringRef Rest = I.Opcode.split('.').second;
  while (!Rest.empty()) {
    StringRef Word;
    std::tie(Word, Rest) = Rest.split('.');
    E.IsFloat |= Word.starts_with("F16") || Word.starts_with("F32") ||
                 Word.starts_with("F64") || Word.starts_with("BF16");
    StringRef Number = Word.drop_while(llvm::isAlpha);
    auto [First, Second] = Number.split('x');
    unsigned Bits = 0, Count = 1;
    if (First.getAsInteger(10, Bits) ||
        (!Second.empty() && Second.getAsInteger(10, Count)))
      continue;
    if (Bits == 128 || Bits == 256) {
      E.Bits = 64; // As pairs of registers.
      E.Elements = Bits / 64;
    } else if ((Bits == 8 || Bits == 16 || Bits == 32 || Bits == 64) &&
               Count >= 1 && Count <= 8) {
      E.Bits = Bits;
      E.Elements = Count;
    }
  }
}

void Lowering::setStrength(Event &E, const Instruction &I) const {
  if (E.Spc == Space::SharedCta) {
    E.Ord = Order::Unknown;
    E.Scp = Scope::Unknown;
    return;
  }
  E.IsMmio = I.has("MMIO");
  if (!I.has("STRONG") && !E.IsMmio) {
    E.Ord = Order::Weak;
    E.Scp = Scope::None;
    return;
  }
  E.Ord = Order::Relaxed;
  E.Scp = I.has("GPU") ? Scope::Gpu : I.has("SYS") ? Scope::Sys : Scope::Cta;
  if (E.Scp == Scope::Cta)
    E.Ord = Order::Unknown;
}

//===- Data ---------------------------------------------------------------===//

/// A 64-bit value, or several in consecutive pairs of registers.
void Lowering::writeLoaded(const Operand &To, ValueId Result, unsigned Bits) {
  if (Bits <= 64)
    return write(To, Result, Bits <= 32 ? 32 : 64);
  if (!To.is(Form::Register) || To.Number == NoRegister)
    return;
  for (unsigned N = 0; N < Bits / 64; ++N)
    writeWide(To.IsUniform, To.Number + 2 * N,
              op(OpCode::Extract, {64}, {Result}, {}, N));
}

ValueId Lowering::storedValue(const Operand &O, unsigned Bits) {
  if (Bits <= 64 || !O.is(Form::Register))
    return valueOf(O, Bits <= 32 ? 32 : 64);
  llvm::SmallVector<ValueId, 4> Parts;
  for (unsigned N = 0; N < Bits / 64; ++N)
    Parts.push_back(O.Number == NoRegister
                        ? number(0, 64)
                        : readWide(O.IsUniform, O.Number + 2 * N));
  return op(OpCode::Aggregate, {uint16_t(Bits)}, Parts);
}

static const Operand *firstRegister(const Instruction &I) {
  for (const Operand &O : I.Operands) {
    if (O.is(Form::Register))
      return &O;
    if (O.is(Form::Address))
      break;
  }
  return nullptr;
}

bool Lowering::load(const Instruction &I) {
  const Operand *To = firstRegister(I), *From = address(I);
  if (!To || !From)
    return false;
  Event E = start(EventKind::Load, I);
  E.Spc = spaceOf(I.Root);
  setStrength(E, I);
  setShape(E, I);
  setAddress(E, *From);
  if (I.has("CONSTANT"))
    E.Prx = Proxy::NonCoherent;
  if (I.is("LDGMC")) {
    E.Prx = Proxy::Multimem;
    E.Ord = Order::Unknown; // Weak, relaxed.gpu and relaxed.sys print alike.
    E.Rmw = RmwOp::Other;
  }
  E.ResultUsed = !To->isZeroRegister();
  unsigned Bits = E.Bits * E.Elements;
  ValueId Result = B.event(emit(std::move(E), {uint16_t(Bits)})).Result;
  writeLoaded(*To, Result, Bits);
  // A second destination tells whether the access was in bounds.
  for (const Operand &O : I.Operands) {
    if (&O == From)
      break;
    if (O.is(Form::Predicate))
      writePredicate(O, B.havoc({1}));
    // 256 bits: `LDG.E.ENL2.256 R8, R4, [..]` has two destinations.
    if (Bits == 256 && O.is(Form::Register) && &O != To)
      for (unsigned N = 0; N < 2; ++N)
        writeWide(O.IsUniform, O.Number + 2 * N,
                  op(OpCode::Extract, {64}, {Result}, {}, N));
  }
  return true;
}

bool Lowering::store(const Instruction &I) {
  const Operand *To = address(I);
  if (!To || I.Operands.size() < 2)
    return false;
  Event E = start(EventKind::Store, I);
  E.Spc = spaceOf(I.Root);
  setStrength(E, I);
  setShape(E, I);
  setAddress(E, *To);
  if (To + 1 != I.Operands.end())
    E.Operand = storedValue(To[1], E.Bits * E.Elements);
  emit(std::move(E));
  return true;
}

bool Lowering::localLoad(const Instruction &I) {
  if (const Operand *To = firstRegister(I)) {
    unsigned Count = I.has("128") ? 4 : I.has("64") ? 2 : 1;
    for (unsigned N = 0; N < Count && !To->isZeroRegister(); ++N)
      writeRegister(To->IsUniform, To->Number + N, B.havoc({32}));
  }
  return true;
}

//===- Read-modify-write --------------------------------------------------===//

static RmwOp rmwOf(const Instruction &I) {
  static constexpr std::pair<StringRef, RmwOp> Words[] = {
      {"ADD", RmwOp::Add}, {"INC", RmwOp::Inc}, {"DEC", RmwOp::Dec},
      {"MIN", RmwOp::Min}, {"MAX", RmwOp::Max}, {"AND", RmwOp::And},
      {"OR", RmwOp::Or},   {"XOR", RmwOp::Xor}, {"EXCH", RmwOp::Exch},
      {"CAS", RmwOp::Cas}, {"CAST", RmwOp::Cas}};
  // `ATOMS.POPC.INC.32` adds one for each thread: no wrapping increment.
  if (I.has("POPC"))
    return RmwOp::Add;
  for (auto [Word, Op] : Words)
    if (I.has(Word))
      return Op;
  return RmwOp::Other;
}

// ATOMG.E.ADD PT, R3, [a], R5; ATOMS.CAS R3, [a], R4, R5; RED [a], R5; and
// ATOMS.CAST.SPIN P0, [a], R4, R5, of which P0 tells whether it was done.
bool Lowering::atomic(const Instruction &I) {
  const Operand *At = address(I);
  if (!At)
    return false;
  const Operand *To = firstRegister(I);
  bool IsShared = isSharedAccess(I.Root);
  RmwOp Op = rmwOf(I);
  bool IsRed = I.Root.starts_with("RED") || I.Root.starts_with("URED") ||
               (IsShared && Op != RmwOp::Cas && Op != RmwOp::Exch &&
                (!To || To->isZeroRegister()));
  Event E = start(IsRed ? EventKind::Red : EventKind::Rmw, I);
  E.Spc = spaceOf(I.Root);
  setStrength(E, I);
  if (!IsShared && E.Ord == Order::Weak) { // There are no weak atomics.
    E.Ord = Order::Unknown;
    E.Scp = Scope::Unknown;
  }
  setShape(E, I);
  E.Rmw = Op;
  setAddress(E, *At);
  unsigned Bits = E.Bits * E.Elements;
  const Operand *Value = At + 1, *End = I.Operands.end();
  if (Value != End && !Value->is(Form::Predicate))
    E.Operand = storedValue(*Value, Bits);
  else if (I.has("POPC"))
    E.Operand = number(1);
  if (Op == RmwOp::Cas) {
    if (Value == End)
      return false;
    E.Extra.push_back(E.Operand);
    // Volta keeps the two in one run of registers.
    bool HasBoth = Value + 1 != End && Value[1].is(Form::Register);
    E.Operand = HasBoth ? storedValue(Value[1], Bits) : B.havoc({32});
  }
  ValueId Compare = E.Extra.empty() ? UnknownValue : E.Extra[0];
  E.ResultUsed = !IsRed && ((To && !To->isZeroRegister()) || I.has("CAST"));
  EventId Id = emit(std::move(E), {uint16_t(IsRed ? 0 : Bits)});
  if (IsRed)
    return true;
  ValueId Result = B.event(Id).Result;
  if (To)
    writeLoaded(*To, Result, Bits);
  for (const Operand &O : I.Operands) {
    if (&O == At)
      break;
    if (!O.is(Form::Predicate))
      continue;
    // Of a generic address it tells whether it was done at all: behind it the
    // same is done once more, step by step, in shared and in local memory.
    if (I.is("ATOM"))
      writePredicate(O, B.constant(1, {1}));
    else
      writePredicate(O, Op == RmwOp::Cas
                            ? op(OpCode::Eq, {1}, {Result, Compare})
                            : B.havoc({1}, {Result}));
  }
  return true;
}

//===- Tiles and textures -------------------------------------------------===//

bool Lowering::matrix(const Instruction &I) {
  bool IsLoad = I.is("LDSM");
  const Operand *At = address(I), *To = firstRegister(I);
  if (!At || (IsLoad && !To))
    return false;
  Event E = start(IsLoad ? EventKind::Load : EventKind::Store, I);
  E.Spc = Space::SharedCta;
  E.Ord = Order::Weak;
  E.Scp = Scope::None;
  E.Bits = 32;
  E.Elements = I.has("4") ? 4 : I.has("2") ? 2 : 1;
  unsigned Count = E.Elements;
  setAddress(E, *At);
  ValueId Result =
      B.event(emit(std::move(E), {uint16_t(IsLoad ? 32 * Count : 0)})).Result;
  for (unsigned N = 0; IsLoad && N < Count && !To->isZeroRegister(); ++N)
    writeRegister(To->IsUniform, To->Number + N, B.havoc({32}, {Result}));
  return true;
}

bool Lowering::texture(const Instruction &I) {
  bool IsStore = I.is("SUST"), IsRed = I.is("SURED"), IsAtomic = I.is("SUATOM");
  Event E = start(IsStore    ? EventKind::Store
                  : IsRed    ? EventKind::Red
                  : IsAtomic ? EventKind::Rmw
                             : EventKind::Load,
                  I);
  E.Ord = IsRed || IsAtomic ? Order::Relaxed : Order::Weak;
  E.Scp = IsRed || IsAtomic ? Scope::Gpu : Scope::None;
  E.Prx = Proxy::Texture;
  E.Spc = Space::Global;
  E.Bits = 32;
  if (IsRed || IsAtomic)
    E.Rmw = rmwOf(I);
  bool HasResult = !IsStore && !IsRed;
  ValueId Result =
      B.event(emit(std::move(E), {uint16_t(HasResult ? 32 : 0)})).Result;
  const Operand *To = firstRegister(I);
  for (unsigned N = 0; HasResult && To && N < 4 && !To->isZeroRegister(); ++N)
    writeRegister(To->IsUniform, To->Number + N, B.havoc({32}, {Result}));
  return true;
}
