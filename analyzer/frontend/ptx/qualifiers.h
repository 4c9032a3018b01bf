//===- qualifiers.h - what dotted words mean --------------------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads an instruction's qualifiers as a set: order, scope, state spaces,
// types, cache operator. Absent is absent here; the defaults of each
// instruction (PTX ISA 9.0, section 9.7) are the lowering's business.
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_FRONTEND_PTX_QUALIFIERS_H
#define FENCEPOST_ANALYZER_FRONTEND_PTX_QUALIFIERS_H

#include "analyzer/frontend/ptx/instruction.h"
#include "analyzer/model/event.h"
#include <optional>

namespace fencepost::ptx {

/// `f16x2` is 16 float bits, two in one register.
struct ElementType {
  ValueType Type;
  uint16_t Packed = 1;
  /// The register that holds it: `f16x2` needs 32 bits.
  ValueType registerType() const;
};

std::optional<ElementType> parseType(llvm::StringRef Word);

struct Qualifiers {
  std::optional<Order> Sem;
  std::optional<Scope> Scp;
  llvm::SmallVector<Space, 2> Spaces;      ///< In the order of the text.
  llvm::SmallVector<ElementType, 2> Types; ///< Likewise: `cvt.to.from`.
  bool IsVolatile = false;
  bool IsMmio = false;
  bool IsNonCoherent = false;
  CacheHint Hint = CacheHint::None;
  RmwOp Op = RmwOp::None;
  uint16_t Vector = 1; ///< `.v4`: 4
  /// `sync_restrict::shared::cta`: the only memory that a fence orders.
  std::optional<Space> Restriction;
  unsigned Unknown = 0; ///< Words that PTX ISA 9.0 does not define.

  Space space(unsigned I = 0, Space Default = Space::Generic) const {
    return I < Spaces.size() ? Spaces[I] : Default;
  }
  /// The first type; 0 bits where none is written.
  ElementType type(unsigned I = 0) const {
    return I < Types.size() ? Types[I] : ElementType{};
  }
  Order sem(Order Default) const { return Sem.value_or(Default); }
  /// Of an access, which cannot be `.sc`: only fences can.
  Order accessSem(Order Default) const {
    return Sem == Order::SeqCst ? Order::Unknown : sem(Default);
  }
  Scope scope(Scope Default) const { return Scp.value_or(Default); }
};

Qualifiers readQualifiers(const Instruction &I);

/// The register name is a special register (`tid.x`, `laneid`, `clock64`...).
/// Name comes without its percent sign.
bool isSpecialRegister(llvm::StringRef Name);
/// A special register that differs at every read: clocks, timers, counters.
bool changesBetweenReads(llvm::StringRef Name);

} // namespace fencepost::ptx

#endif
