//===- instruction.h - one line of disassembly ------------------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `/*0050*/ @!P0 LDG.E.STRONG.GPU R0, desc[UR4][R2.64+0x10] ;` to an opcode and
// operands (CUDA Binary Utilities, "Instruction Set Reference"). Parsing never
// fails: what is no operand is Other. All text points into the line.
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_FRONTEND_SASS_INSTRUCTION_H
#define FENCEPOST_ANALYZER_FRONTEND_SASS_INSTRUCTION_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <optional>

namespace fencepost::sass {

/// The number of RZ, URZ, PT and UPT.
inline constexpr uint16_t NoRegister = 0xffff;

/// `R2.64`, `UR4`, `-R3.X4`: what an address is the sum of.
struct Term {
  bool IsUniform = false;
  bool IsNegative = false;
  uint16_t Number = NoRegister;
  llvm::StringRef Suffix; ///< Without its dot and without `reuse`.
};

struct Operand {
  enum class Form : uint8_t {
    Register,  ///< `R2`, `UR4`, `RZ`
    Predicate, ///< `P0`, `!UP1`, `PT`
    Integer,   ///< Imm
    Float,     ///< Text: `1.875`, `+INF`
    Constant,  ///< `c[0x0][0x210]`, `c[0x3][R2+0x10]`: Bank, Terms, Imm
    Address,   ///< `[R2.64+0x10]`, `desc[UR4][R2.64]`: Terms, Imm
    Symbol,    ///< `32@lo(name)`: Name, Imm is 0 for the low half, 32 for high
    Label,     ///< `` `(.L_x_0) ``: Name
    Special,   ///< `SR_TID.X`: Name is `TID.X`
    Other,
  };
  Form Kind = Form::Other;
  bool IsUniform = false;
  bool IsNegative = false; ///< `-`
  bool IsInverted = false; ///< `!`, `~`
  bool IsAbsolute = false; ///< `|R2|`
  uint16_t Number = NoRegister;
  uint32_t Bank = 0;
  int64_t Imm = 0;
  llvm::StringRef Prefix; ///< Of an address: `desc`, `gdesc`, `tmem`.
  llvm::StringRef Suffix; ///< Of a register, as in Term.
  llvm::StringRef Name;
  llvm::StringRef Text; ///< As written.
  llvm::SmallVector<Term, 2> Terms;

  bool is(Form F) const { return Kind == F; }
  bool isZeroRegister() const {
    return Kind == Form::Register && Number == NoRegister;
  }
  /// `!PT` or `!UPT`, of a predicate.
  bool isNever() const { return Number == NoRegister && IsInverted; }
};

struct Instruction {
  uint32_t Line = 0; ///< Of the listing, from 1.
  uint64_t Offset = 0;
  std::optional<Operand> Guard; ///< A Predicate.
  llvm::StringRef Opcode;       ///< `LDG.E.STRONG.GPU`
  llvm::StringRef Root;         ///< `LDG`
  llvm::StringRef Text;         ///< All of it, without the `;`.
  llvm::SmallVector<Operand, 5> Operands;
  /// Labels that a comment lists: `BRX R2 (*"BRANCH_TARGETS .L_x_3,.L_x_4"*)`.
  llvm::SmallVector<llvm::StringRef, 0> Targets;
  bool IsReadable = true; ///< False: not even an opcode, or far too long.

  /// One of the dotted words behind the root.
  bool has(llvm::StringRef Word) const;
  bool is(llvm::StringRef R) const { return Root == R; }
};

/// The offset of an instruction line, its text behind the offset comment in
/// Rest; nullopt for every other line.
std::optional<uint64_t> instructionOffset(llvm::StringRef Line,
                                          llvm::StringRef &Rest);

/// Text is what instructionOffset() leaves.
Instruction parseInstruction(llvm::StringRef Text);

} // namespace fencepost::sass

#endif
