//===- body_scan.h - what a function's text may hold ------------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One pass over a body that finds its end and tells whether anything in it is
// worth lowering: something that orders memory, a loop that may wait for a
// change of memory, or a location that is read and written back. The answer
// errs to "yes".
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_FRONTEND_PTX_BODY_SCAN_H
#define FENCEPOST_ANALYZER_FRONTEND_PTX_BODY_SCAN_H

#include "analyzer/frontend/ptx/loop_scan.h"
#include "analyzer/frontend/ptx/module_scan.h"
#include "analyzer/frontend/ptx/text_blocks.h"

namespace fencepost::ptx {

class BodyScan {
public:
  explicit BodyScan(llvm::StringRef Text) : Text(Text), Mark(markBlocks()) {}

  /// Begin is behind the opening brace. Fills what F says of its body; the
  /// result is the position behind the closing brace. IsDebug: the module is
  /// compiled for a debugger, without optimization.
  size_t scan(size_t Begin, ScannedFunction &F, bool IsDebug);
  /// Where a comment or string begins that never ends; npos if none does.
  size_t unterminated() const { return Unterminated; }
  /// The word NOLINT stands in what was scanned.
  bool sawNolint() const { return SawNolint; }

private:
  static constexpr unsigned BlocksAtOnce = 16;

  llvm::StringRef Text;
  MarkBlocks Mark;
  size_t Unterminated = llvm::StringRef::npos;
  bool SawNolint = false;
  size_t Marked = 0; ///< As far as it was looked for.

  // Marks that are still to come; those of the first block are in Now.
  BlockMarks Marks[BlocksAtOnce];
  BlockMarks Now;
  size_t Base = 0; ///< Of the block of Now.
  unsigned Block = 0, Blocks = 0;
  struct Hit {
    size_t At;
    bool IsStructure, IsWord;
  };
  Hit nextMark();
  void skipTo(size_t Pos);
  void markFrom(size_t Pos);
  void lookForNolint(size_t From, size_t To);

  // The function being scanned.
  ScannedFunction *F = nullptr;
  unsigned Depth = 0;
  bool InAsm = false;
  LoopScan Loops;

  char at(size_t I) const { return I < Text.size() ? Text[I] : '\0'; }
  llvm::StringRef wordAt(size_t Pos) const;
  size_t behindBlanks(size_t Pos) const;
  /// False at the end of the body.
  bool structure(size_t Pos);
  void slash(size_t Pos);
  void quote(size_t Pos);
  void colon(size_t Pos);
  void word(size_t Pos);
  void access(size_t Pos, llvm::StringRef Word, bool IsLoad);
  struct Guard {
    llvm::StringRef Name; ///< Empty: none.
    bool IsNegated;
  };
  Guard guardOf(size_t Pos) const;
  void branch(size_t Pos, llvm::StringRef Word);
  void leave(size_t Pos);
};

} // namespace fencepost::ptx

#endif
