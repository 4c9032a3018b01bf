//===- listing.h - functions of a disassembly -------------------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// First stage: one pass over the lines of what cuobjdump or nvdisasm printed,
// which finds the functions, their architecture, and by the opcodes alone
// whether a function can hold anything worth lowering. All text points into the
// input, which must outlive the result.
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_FRONTEND_SASS_LISTING_H
#define FENCEPOST_ANALYZER_FRONTEND_SASS_LISTING_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace fencepost::sass {

struct ListedFunction {
  llvm::StringRef Name; ///< As mangled.
  std::string Arch;     ///< `sm_90a`; empty: the text does not say.
  unsigned Object = 0;  ///< Which of the ELF files in the text holds it.
  llvm::StringRef Text; ///< From behind the header to the next function.
  uint32_t Line = 1;    ///< Of the header.
  bool IsEntry = false; ///< The listing says so (`STO_CUDA_ENTRY`).
  bool HasExit = false, HasReturn = false;

  // What the opcodes tell.
  uint32_t Instructions = 0;
  bool HasOrdering = false; ///< Atomics, fences, barriers, strong accesses...
  bool HasLoad = false;
  bool HasBackBranch = false;
  bool HasCall = false;
  bool NamesGlobals = false; ///< `c[0x4]`, `32@lo`: addresses of variables.
  /// The last instruction is cut off, or none of them is an exit.
  bool IsTruncated = false;
};

struct Listing {
  std::vector<ListedFunction> Functions;
  /// By object: names of what bank 4 holds the addresses of, by offset, where
  /// the listing shows the section.
  std::vector<std::map<uint64_t, llvm::StringRef>> AddressBanks;
  bool SawHeader = false;         ///< `.target`, `Function :`, `arch =`...
  uint32_t StrayInstructions = 0; ///< Outside of any function.
  uint32_t FirstStray = 0;        ///< Line.
};

Listing scanListing(llvm::StringRef Text, llvm::StringRef DefaultArch);

/// Calls Visit with each line and its number, from 1; a line ends before `\n`.
template <typename VisitT>
void forEachLine(llvm::StringRef Text, uint32_t First, VisitT Visit) {
  for (uint32_t Number = First; !Text.empty(); ++Number) {
    auto [Line, Rest] = Text.split('\n');
    Visit(Line.rtrim('\r'), Number);
    Text = Rest;
  }
}

/// `.L_x_12`, `kernel`, `$__internal_0`: of a line `NAME:`; empty for others.
llvm::StringRef labelOf(llvm::StringRef Line);

} // namespace fencepost::sass

#endif
