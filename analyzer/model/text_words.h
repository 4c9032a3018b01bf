//===- text_words.h - words of the .events text form ------------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the printer and the parser of .events must agree on: types, quoting,
// the dotted qualifiers of an event and the value each field has when the
// text does not mention it. Internal to analyzer/model.
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_MODEL_TEXT_WORDS_H
#define FENCEPOST_ANALYZER_MODEL_TEXT_WORDS_H

#include "analyzer/model/module.h"
#include "llvm/ADT/ArrayRef.h"

namespace fencepost::text {

inline constexpr ValueType PointerType{64, false, false, true};
inline constexpr ValueType IntType{32, false, true, false};

/// `s` in double quotes; \\, \", \n, \t and \xHH stand for what cannot be
/// written as it is.
std::string quoted(llvm::StringRef S);
/// True where S needs no quotes after % or @ or as a block label.
bool isBareName(llvm::StringRef S);
inline bool isWordStart(char C) {
  return (C >= 'a' && C <= 'z') || (C >= 'A' && C <= 'Z') || C == '_' ||
         C == '$';
}
inline bool isWordChar(char C) {
  return isWordStart(C) || (C >= '0' && C <= '9') || C == '.';
}

/// i32, u8, f64, ptr (64-bit pointer), `ptr_` before another type for any
/// other pointer, any (ValueType{}), fi32 (float and signed).
std::string spellType(ValueType T);
std::optional<ValueType> parseType(llvm::StringRef Word);

/// The type of an event's result or of a pure value when the text gives none.
ValueType defaultResultType(const Event &E);
std::optional<ValueType> fixedType(OpCode Op);
/// How many operands stand before the number that is Value::Imm, for the
/// operations that take one there: `element %base, %index, 4`.
std::optional<size_t> immPosition(OpCode Op);

/// The fields of an event that one qualifier or attribute word sets.
enum class Field : uint8_t {
  Volatile,
  Mmio,
  Barrier,
  Mbar,
  Done,
  Rmw,
  Ord,
  Scp,
  Prx,
  Spc,
  Hint,
  Elements,
  Bits,
};
inline constexpr unsigned FieldCount = 13;

/// The name of an attribute `name=word` that sets F; empty for fields that
/// always have a qualifier.
llvm::StringRef attributeName(Field F);
std::optional<Field> attributeField(llvm::StringRef Name);
/// Sets F from its spelling; false if Word is none of F's set.
bool setField(Event &E, Field F, llvm::StringRef Word);
/// The word that setField() reads back.
std::string fieldWord(const Event &E, Field F);
bool sameField(const Event &A, const Event &B, Field F);

/// What an event has where the text does not say. Strong accesses and fences
/// have no default scope, fences no default order: see needsScope().
Event defaultEvent(EventKind Kind, bool IsVolatile, bool IsMmio);
bool needsOrder(EventKind Kind);
bool needsScope(const Event &E);

/// Values that stand after the mnemonic without a name, in order; further
/// ones go to Event::Extra.
llvm::ArrayRef<ValueId Event::*> positionalFields(EventKind Kind);

/// The mnemonic of E; fields that no unambiguous qualifier can say are
/// appended to Attributes as name=word.
std::string spellMnemonic(const Event &E,
                          llvm::SmallVectorImpl<std::string> &Attributes);

struct Mnemonic {
  Event E;
  bool HasOrder = false, HasScope = false;
};
/// True if Text begins with the name of an event kind.
bool startsEvent(llvm::StringRef Text);
/// Reads a mnemonic; on failure nullopt and Fault says what was expected.
std::optional<Mnemonic> parseMnemonic(llvm::StringRef Text, std::string &Fault);

/// The predecessors of each block where the text does not list them: one per
/// pair of blocks, in the order of the blocks.
std::vector<llvm::SmallVector<BlockId, 2>>
defaultPredecessors(const Function &Fn);

} // namespace fencepost::text

#endif
