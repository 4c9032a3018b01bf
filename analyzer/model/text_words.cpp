//===- text_words.cpp - words of the .events text form --------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/model/text_words.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace fencepost;
using namespace fencepost::text;
using llvm::StringRef;

std::string text::quoted(StringRef S) {
  std::string Out = "\"";
  for (unsigned char C : S) {
    if (C == '"' || C == '\\')
      (Out += '\\') += char(C);
    else if (C == '\n')
      Out += "\\n";
    else if (C == '\t')
      Out += "\\t";
    else if (C < 0x20 || C == 0x7f)
      ((Out += "\\x") += llvm::hexdigit(C >> 4)) += llvm::hexdigit(C & 15);
    else
      Out += char(C);
  }
  return Out + '"';
}

bool text::isBareName(StringRef S) {
  return !S.empty() && isWordStart(S[0]) && llvm::all_of(S, isWordChar);
}

std::string text::spellType(ValueType T) {
  if (T == PointerType)
    return "ptr";
  if (T == ValueType{})
    return "any";
  StringRef Letter =
      T.IsFloat ? (T.IsSigned ? "fi" : "f") : (T.IsSigned ? "i" : "u");
  return (T.IsPointer ? "ptr_" : "") + Letter.str() + std::to_string(T.Bits);
}

std::optional<ValueType> text::parseType(StringRef Word) {
  if (Word == "ptr")
    return PointerType;
  if (Word == "any")
    return ValueType{};
  ValueType T;
  T.IsPointer = Word.consume_front("ptr_");
  if (Word.consume_front("fi"))
    T.IsFloat = T.IsSigned = true;
  else if (Word.consume_front("f"))
    T.IsFloat = true;
  else if (Word.consume_front("i"))
    T.IsSigned = true;
  else if (!Word.consume_front("u"))
    return std::nullopt;
  if (Word.empty() || !llvm::all_of(Word, llvm::isDigit) ||
      Word.getAsInteger(10, T.Bits))
    return std::nullopt;
  return T;
}

ValueType text::defaultResultType(const Event &E) {
  if (isMemoryAccess(E.Kind))
    return {E.Bits, E.IsFloat, false, false};
  if (E.Kind == EventKind::Mbarrier && isWait(E.Mbar))
    return {1, false, false, false};
  return {32, false, false, false};
}

std::optional<ValueType> text::fixedType(OpCode Op) {
  switch (Op) {
  case OpCode::LogicalNot:
  case OpCode::Eq:
  case OpCode::Ne:
  case OpCode::Lt:
  case OpCode::Le:
  case OpCode::Gt:
  case OpCode::Ge:
    return ValueType{1, false, false, false};
  case OpCode::Element:
  case OpCode::Field:
    return PointerType;
  default:
    return std::nullopt;
  }
}

std::optional<size_t> text::immPosition(OpCode Op) {
  if (Op == OpCode::Element)
    return 2;
  if (Op == OpCode::Field || Op == OpCode::Extract)
    return 1;
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Fields
//===----------------------------------------------------------------------===//

StringRef text::attributeName(Field F) {
  switch (F) {
  case Field::Barrier:
    return "action";
  case Field::Mbar:
    return "mbarrier";
  case Field::Done:
    return "completion";
  case Field::Rmw:
    return "rmw";
  case Field::Ord:
    return "order";
  case Field::Scp:
    return "scope";
  case Field::Prx:
    return "proxy";
  case Field::Spc:
    return "space";
  case Field::Hint:
    return "hint";
  case Field::Volatile:
  case Field::Mmio:
  case Field::Elements:
  case Field::Bits:
    return "";
  }
  return "";
}

static Field fieldAt(unsigned I) { return static_cast<Field>(I); }

std::optional<Field> text::attributeField(StringRef Name) {
  for (unsigned I = 0; I < FieldCount && !Name.empty(); ++I)
    if (attributeName(fieldAt(I)) == Name)
      return fieldAt(I);
  return std::nullopt;
}

template <typename EnumT> static bool setWord(EnumT &Out, StringRef Word) {
  if (std::optional<EnumT> V = parseSpelling<EnumT>(Word)) {
    Out = *V;
    return true;
  }
  return false;
}

static bool setNumber(uint16_t &Out, StringRef Digits) {
  return !Digits.empty() && llvm::all_of(Digits, llvm::isDigit) &&
         !Digits.getAsInteger(10, Out);
}

bool text::setField(Event &E, Field F, StringRef Word) {
  switch (F) {
  case Field::Volatile:
    return Word == "volatile" && (E.IsVolatile = true);
  case Field::Mmio:
    return Word == "mmio" && (E.IsMmio = true);
  case Field::Barrier:
    return setWord(E.Barrier, Word);
  case Field::Mbar:
    return setWord(E.Mbar, Word);
  case Field::Done:
    return setWord(E.Done, Word);
  case Field::Rmw:
    return setWord(E.Rmw, Word);
  case Field::Ord:
    return setWord(E.Ord, Word);
  case Field::Scp:
    return setWord(E.Scp, Word);
  case Field::Prx:
    return setWord(E.Prx, Word);
  case Field::Spc:
    return setWord(E.Spc, Word);
  case Field::Hint:
    return setWord(E.Hint, Word);
  case Field::Elements:
    return Word.consume_front("v") && setNumber(E.Elements, Word);
  case Field::Bits: {
    bool IsFloat = Word.starts_with("f");
    if ((!IsFloat && !Word.starts_with("b")) ||
        !setNumber(E.Bits, Word.drop_front()))
      return false;
    E.IsFloat = IsFloat;
    return true;
  }
  }
  return false;
}

std::string text::fieldWord(const Event &E, Field F) {
  switch (F) {
  case Field::Volatile:
    return "volatile";
  case Field::Mmio:
    return "mmio";
  case Field::Barrier:
    return spelling(E.Barrier).str();
  case Field::Mbar:
    return spelling(E.Mbar).str();
  case Field::Done:
    return spelling(E.Done).str();
  case Field::Rmw:
    return spelling(E.Rmw).str();
  case Field::Ord:
    return spelling(E.Ord).str();
  case Field::Scp:
    return spelling(E.Scp).str();
  case Field::Prx:
    return spelling(E.Prx).str();
  case Field::Spc:
    return spelling(E.Spc).str();
  case Field::Hint:
    return spelling(E.Hint).str();
  case Field::Elements:
    return "v" + std::to_string(E.Elements);
  case Field::Bits:
    return (E.IsFloat ? "f" : "b") + std::to_string(E.Bits);
  }
  return "";
}

bool text::sameField(const Event &A, const Event &B, Field F) {
  if (F == Field::Volatile)
    return A.IsVolatile == B.IsVolatile;
  if (F == Field::Mmio)
    return A.IsMmio == B.IsMmio;
  return fieldWord(A, F) == fieldWord(B, F);
}

//===----------------------------------------------------------------------===//
// Defaults
//===----------------------------------------------------------------------===//

Event text::defaultEvent(EventKind Kind, bool IsVolatile, bool IsMmio) {
  Event E;
  E.Kind = Kind;
  E.IsVolatile = IsVolatile;
  E.IsMmio = IsMmio;
  if (isMemoryAccess(Kind)) {
    E.Spc = Space::Generic;
    E.Bits = 32;
    E.Ord = Order::Weak;
  }
  if (isRmw(Kind)) {
    E.Ord = Order::Relaxed;
    E.Scp = Scope::Gpu;
  }
  if (IsVolatile || IsMmio) {
    E.Ord = Order::Relaxed;
    E.Scp = Scope::Sys;
  }
  return E;
}

bool text::needsOrder(EventKind Kind) { return Kind == EventKind::Fence; }

bool text::needsScope(const Event &E) {
  if (E.Kind == EventKind::Fence)
    return true;
  return isMemoryAccess(E.Kind) && isStrong(E.Ord) &&
         defaultEvent(E.Kind, E.IsVolatile, E.IsMmio).Scp == Scope::None;
}

llvm::ArrayRef<ValueId Event::*> text::positionalFields(EventKind Kind) {
  static constexpr ValueId Event::*Barrier[] = {&Event::BarrierId,
                                                &Event::Participants};
  static constexpr ValueId Event::*Warp[] = {&Event::Participants};
  static constexpr ValueId Event::*Other[] = {&Event::Operand};
  switch (Kind) {
  case EventKind::CtaBarrier:
  case EventKind::ClusterBarrier:
    return Barrier;
  case EventKind::WarpSync:
  case EventKind::WarpCollective:
    return Warp;
  case EventKind::OpaqueCall:
    return {};
  case EventKind::Load:
  case EventKind::Store:
  case EventKind::Rmw:
  case EventKind::Red:
  case EventKind::Fence:
  case EventKind::ProxyFence:
  case EventKind::Mbarrier:
  case EventKind::AsyncCopy:
  case EventKind::AsyncCommit:
  case EventKind::AsyncWait:
  case EventKind::AsyncMma:
  case EventKind::GridDependency:
  case EventKind::Sleep:
  case EventKind::CacheHint:
  case EventKind::CompilerOnly:
    return Other;
  }
  return Other;
}

std::vector<llvm::SmallVector<BlockId, 2>>
text::defaultPredecessors(const Function &Fn) {
  std::vector<llvm::SmallVector<BlockId, 2>> Out(Fn.Blocks.size());
  for (BlockId B = 0; B < Fn.Blocks.size(); ++B)
    for (BlockId S : Fn.Blocks[B].Term.Successors)
      if (S < Out.size() && (Out[S].empty() || Out[S].back() != B))
        Out[S].push_back(B);
  return Out;
}
