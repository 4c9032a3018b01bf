//===- instruction.h - statements of PTX ------------------------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The statements of a function body or of inline assembly: instructions,
// labels, braces, declarations and directives (PTX ISA 9.0, sections 4.2, 4.3,
// 5.4 and 6). The opcode root is the only word of an instruction whose place
// matters; all that is dotted is a set, because real code writes qualifiers in
// any order. Parsing never fails: what is no statement becomes Garbage up to
// the next `;` or brace. All text points into the tokenizer's text.
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_FRONTEND_PTX_INSTRUCTION_H
#define FENCEPOST_ANALYZER_FRONTEND_PTX_INSTRUCTION_H

#include "analyzer/frontend/ptx/name_table.h"
#include "analyzer/frontend/ptx/tokenizer.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Allocator.h"
#include <string>

namespace fencepost::ptx {

struct Operand {
  enum class Form : uint8_t {
    None,
    Register, ///< `%r1`, and any name with a component, `v.x`.
    Name,     ///< `p`, `flag`, `$L1`: a register, symbol or label.
    Integer,  ///< A constant expression: Imm.
    Float,    ///< Text holds the literal, its sign in Negative.
    Sink,     ///< `_`
    Vector,   ///< `{a, b}` and `(a, b)`: Parts.
    Pair,     ///< `d|p`: two Parts.
    Address,  ///< `[base+imm, coordinates...]`: Parts, the base first.
  };
  Form Kind = Form::None;
  bool Negated = false;  ///< `!p`
  bool Negative = false; ///< `-1.0`, `-%r1`
  int64_t Imm = 0;       ///< Integer; or what is added to Register and Name.
  llvm::StringRef Name;  ///< Register and Name: without any constant.
  NameTable::Numbered Number; ///< Of Name, where it was read without tokens.
  llvm::StringRef Lanes;      ///< `b0`, `h10` of a video instruction's operand.
  llvm::StringRef Text;       ///< As written; an Address with its brackets.
  llvm::ArrayRef<Operand> Parts; ///< In the memory of the reader.

  bool isName() const { return Kind == Form::Register || Kind == Form::Name; }
};

struct Instruction {
  llvm::StringRef Guard; ///< Predicate register; empty: always executed.
  bool GuardNegated = false;
  llvm::StringRef Root;   ///< `ld`, `mbarrier`.
  llvm::StringRef Opcode; ///< With its qualifiers, as written.
  // In the memory of the reader.
  llvm::ArrayRef<llvm::StringRef> Qualifiers; ///< Without their dots.
  llvm::ArrayRef<Operand> Operands;

  bool has(llvm::StringRef Qualifier) const;
  /// A qualifier starting with Prefix: `mbarrier::`.
  bool hasPrefix(llvm::StringRef Prefix) const;
  /// `ld.relaxed.sys.global.u32`: in the order of the text.
  std::string spelling() const;
  bool hasAddress() const;
};

struct Statement {
  enum class Form : uint8_t {
    End,
    Instruction,
    Label, ///< Name
    OpenBrace,
    CloseBrace,
    Declaration, ///< Directive is the state space; Types, Names.
    Directive,   ///< `.pragma`, `.loc`, `.branchtargets`: Directive, Names.
    Garbage,     ///< Text
  };
  struct Declared {
    llvm::StringRef Name;
    /// `%r<9>` declares %r0 to %r8: 9. 0 for a plain name.
    uint32_t Count = 0;
  };
  Form Kind = Form::End;
  uint32_t Line = 1, Column = 1;
  llvm::StringRef Text; ///< All of it, without the `;`.
  llvm::StringRef Name;
  llvm::StringRef Directive; ///< Without its dot: `reg`.
  // In the memory of the reader.
  llvm::ArrayRef<llvm::StringRef> Types; ///< `b32`; `v2`, `f32`.
  llvm::ArrayRef<Declared> Names;
  Instruction Inst;
};

class StatementReader {
public:
  /// All lists live in Memory.
  StatementReader(llvm::StringRef Text, llvm::BumpPtrAllocator &Memory);
  Statement next();
  /// S is as made.
  void next(Statement &S);
  bool sawUnterminated() const { return Tokens.sawUnterminated(); }

private:
  llvm::StringRef Text;
  llvm::BumpPtrAllocator &Memory;
  Tokenizer Tokens;
  Token Tok, Ahead; ///< The current token and the one after it.
  /// False: both are still to be read, from where Tokens is.
  bool HasTokens = false;
  const char *LastEnd;
  bool Failed = false;
  unsigned OpenLists = 0; ///< `{` of operand lists not closed yet.

  void fillTokens();
  /// Reads an instruction that is written as compilers do; else nothing.
  bool nextPlain(Statement &S);
  void advance();
  bool takeMark(char C);
  bool atEnd() const { return Tok.is(TokenKind::End); }
  llvm::StringRef textFrom(const char *Start) const;
  void skipToEnd();
  bool skipLocation(uint32_t Line);
  template <typename T> llvm::ArrayRef<T> kept(llvm::ArrayRef<T> Parts) {
    return Parts.copy(Memory);
  }

  void parseGuard(Instruction &I);
  void parseInstruction(Statement &S);
  void parseDirective(Statement &S);
  void parseDeclaration(Statement &S);
  Operand parseOperand(unsigned Depth);
  Operand parsePrimary(unsigned Depth);
  void takeLanes(Operand &O);
  Operand parseList(char Close, unsigned Depth);
  Operand parseAddress(unsigned Depth);
  Operand parseExpression(unsigned MinPrecedence, unsigned Depth);
  Operand fail();
};

} // namespace fencepost::ptx

#endif
