//===- definitions.h - who defines a register, by the text ------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Statements are read as words, not parsed: what stands behind an opcode, and
// which registers it defines. All positions are in the text of the module.
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_FRONTEND_PTX_DEFINITIONS_H
#define FENCEPOST_ANALYZER_FRONTEND_PTX_DEFINITIONS_H

#include "analyzer/frontend/ptx/name_table.h"
#include "llvm/ADT/SmallVector.h"

namespace fencepost::ptx {

/// Reads the next name of operands from Rest; empty at the end.
llvm::StringRef takeName(llvm::StringRef &Rest);

/// What stands behind the first operand.
llvm::StringRef sourcesOf(llvm::StringRef Statement);

/// The definitions of each register, in the order of the text.
class Definitions {
public:
  struct Definition {
    size_t Start;    ///< Of the opcode.
    uint32_t Before; ///< The one before it of the same register, plus one.
  };
  /// Forgets everything; the next walk begins there.
  void restart(llvm::StringRef Text, size_t Begin);
  /// Reads the statements up to there.
  void walkTo(size_t Pos);
  /// The latest definition of Name, plus one; 0 if there is none.
  uint32_t latest(llvm::StringRef Name) const;
  /// By what latest() and Before give: plus one.
  const Definition &operator[](uint32_t D) const { return Defined[D - 1]; }
  /// The statement whose opcode stands there.
  llvm::StringRef statementAt(size_t Pos) const;

private:
  llvm::StringRef Text;
  std::vector<Definition> Defined;
  NameTable Latest; ///< By register: the latest in Defined, plus one.
  size_t Walked = 0;
  void define(llvm::StringRef Statement);
  bool defineOne(size_t Pos);
  struct Target {
    NameTable::Numbered N;
    llvm::StringRef Name;
  };
  static bool readTargets(const char *&At, const char *End,
                          llvm::SmallVectorImpl<Target> &Targets);
  void set(size_t Start, uint32_t &Last);
};

} // namespace fencepost::ptx

#endif
