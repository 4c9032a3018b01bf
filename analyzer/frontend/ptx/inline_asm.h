//===- inline_asm.h - PTX statements inside asm() ---------------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lowers the text of one inline asm statement through the same tokenizer,
// parser and lowering as whole PTX files. Semantics reference: PTX ISA 9.0
// sections 4 (syntax) and 9.7 (instructions); operand rules of inline PTX in
// "Inline PTX Assembly in CUDA".
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_FRONTEND_PTX_INLINE_ASM_H
#define FENCEPOST_ANALYZER_FRONTEND_PTX_INLINE_ASM_H

#include "analyzer/model/builder.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace fencepost::ptx {

struct AsmOperand {
  std::string Constraint;       ///< As written: "=r", "+l", "n", "C", "0".
  std::string SymbolicName;     ///< [name], empty if none.
  bool IsOutput = false;        ///< Also true for '+'.
  bool IsInput = false;         ///< Also true for '+' and tied outputs.
  ValueId Input = UnknownValue; ///< Value on entry, for inputs.
  std::string Text;             ///< The C++ expression, for Event::Object.
  std::string ConstantText; ///< For "C": the characters; for "n": the number.
  ValueType Type;           ///< Of the C++ expression.
};

struct AsmStatement {
  std::string Text; ///< The asm string: pasted, escapes resolved, % kept.
  bool IsVolatile = false;
  bool ClobbersMemory = false;
  std::vector<AsmOperand> Operands; ///< Outputs first, numbered as %0, %1...
  LocationId Loc = Nowhere;
};

struct AsmResult {
  /// One value per operand: the new value for outputs, else UnknownValue.
  std::vector<ValueId> Outputs;
  unsigned IgnoredQualifiers = 0; ///< Unknown dotted words, skipped.
  /// Instructions that could not be understood at all, first few spelled out.
  std::vector<std::string> Unparsed;
};

/// Emits the events of Asm into B at its current block; control flow inside
/// the text (labels, branches, predicated instructions) becomes blocks. `%0`,
/// `$0`, `%[name]`, `%%` and `%=` are understood; a `%` before a register name
/// needs no doubling. Events inside carry Asm.Loc, InAsm, AsmVolatile and
/// CompilerBarrier from the statement.
AsmResult lowerInlineAsm(FunctionBuilder &B, const AsmStatement &Asm);

/// Cheap test on the raw text: could it hold an event (anything but pure
/// register arithmetic and special-register reads)?
bool mayHoldEvent(llvm::StringRef AsmText);

} // namespace fencepost::ptx

#endif
