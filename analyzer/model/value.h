//===- value.h - the hash-consed SSA value graph ----------------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Pure arithmetic is not in blocks: it lives here. Equal values are one node
// (phis and results of events excepted), so "the same address" is often
// "the same ValueId". Addresses are values too: Element and Field steps over
// a base, as the front ends see them; PTX and SASS use Add.
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_MODEL_VALUE_H
#define FENCEPOST_ANALYZER_MODEL_VALUE_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <optional>
#include <string>

namespace fencepost {

/// Index into Function::Values. 0 is the unknown value, which equals nothing.
using ValueId = uint32_t;
inline constexpr ValueId UnknownValue = 0;

using EventId = uint32_t; ///< Index into Function::Events.
using BlockId = uint32_t; ///< Index into Function::Blocks.
using VariableId = uint32_t;
inline constexpr uint32_t NoId = ~0u;

enum class ValueKind : uint8_t {
  Unknown,  ///< Nothing is known (id 0 only, and Op::Havoc results).
  Constant, ///< Imm, extended to 64 bits by its signedness; floats carry bits.
  Param,    ///< Parameter Imm of the function, or the leaf `Name` of it.
  Special,  ///< Special register `Name`, PTX spelling without %: tid.x, laneid.
  Global,   ///< Address of the module's global `Name`.
  Local,    ///< Address of local object Imm (shared objects are Globals).
  Op,       ///< Operation over Operands.
  Phi,      ///< Merge in block Imm; Operands follow Block::Predecessors.
  Result,   ///< Result of event Imm.
};

enum class OpCode : uint8_t {
  None,
  // Integer and float arithmetic; comparison yields 0 or 1.
  Add,
  Sub,
  Mul,
  Div,
  Rem,
  Shl,
  Shr, ///< Arithmetic or logical by the type's signedness.
  And,
  Or,
  Xor,
  Not, ///< Bitwise.
  Neg,
  Min,
  Max,
  LogicalNot,
  Eq,
  Ne,
  Lt,
  Le,
  Gt,
  Ge,
  Select, ///< cond, then, else.
  Cast,   ///< Any conversion, pointer and space casts included.
  // Addresses.
  Element, ///< base, index; Imm is the element's size in bytes (0: unknown).
  Field,   ///< base; Imm is the byte offset (-1: unknown), Name `Type::field`.
  // Aggregates held in variables.
  Extract,   ///< aggregate; Imm is the leaf's number, Name its path.
  ArrayGet,  ///< array, index: element of a local array.
  ArraySet,  ///< array, index, value: the array after a store.
  Aggregate, ///< A value made of several (struct by value, vector).
  Pure,      ///< Side-effect-free function `Name` of its operands.
  Havoc,     ///< Depends on its operands in an unknown way; each one is unique.
             ///< Imm is the block that makes it.
};

llvm::StringRef spelling(ValueKind K);
llvm::StringRef spelling(OpCode O);
std::optional<OpCode> parseOpCode(llvm::StringRef S);

/// Width and interpretation. Bits 0: not known. Predicates have 1 bit.
struct ValueType {
  uint16_t Bits = 0;
  bool IsFloat = false;
  bool IsSigned = false;
  bool IsPointer = false;
  bool operator==(const ValueType &) const = default;
};

struct Value {
  ValueKind Kind = ValueKind::Unknown;
  OpCode Op = OpCode::None;
  ValueType Type;
  int64_t Imm = 0;
  std::string Name;
  llvm::SmallVector<ValueId, 3> Operands;
};

} // namespace fencepost

#endif
