//===- module_scan.h - functions and variables of PTX text ------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// First stage of reading whole PTX text: one pass over the bytes that finds
// modules, functions, variables, `.file` entries and debug strings, and tells
// for each function whether it can hold anything worth lowering (PTX ISA 9.0,
// sections 4.3, 5.4 and 11). Function bodies are not parsed. All text points
// into the input, which must outlive the result.
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_FRONTEND_PTX_MODULE_SCAN_H
#define FENCEPOST_ANALYZER_FRONTEND_PTX_MODULE_SCAN_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace fencepost::ptx {

struct ScannedFunction {
  bool IsEntry = false;
  bool IsExtern = false;
  bool HasBody = false;
  bool IsTruncated = false; ///< The text ended before the body did.
  llvm::StringRef Name;
  llvm::StringRef Header; ///< What stands between `.entry` and the body.
  llvm::StringRef Body;   ///< Without its outer braces.
  uint32_t Line = 1, BodyLine = 1;

  // What the body holds, by its opcodes alone.
  bool HasOrdering = false; ///< atom, fence, ld.acquire, cp.async.bulk...
  // The rest is only asked where nothing orders memory.
  bool MayWait = false; ///< A loop that a change of memory may end.
  /// Reads a location and writes back what depends on it, where others may do
  /// so too; or stores what others load behind it.
  bool UpdatesShared = false;
  llvm::SmallVector<llvm::StringRef, 2> Calls; ///< Text of call statements.
};

struct ScannedVariable {
  llvm::StringRef Text; ///< `.global .align 4 .u32 flag[4]`, no initializer.
  uint32_t Line = 1;
  bool IsExtern = false;
};

struct ScannedModule {
  uint32_t Line = 1;
  std::string Arch;
  bool IsDebug = false; ///< `.target sm_90, debug`
  std::vector<ScannedFunction> Functions;
  std::vector<ScannedVariable> Variables;
  llvm::StringMap<llvm::StringRef> Aliases; ///< `.alias a, b`: a is b.
  llvm::DenseMap<uint32_t, std::string> Files;
  std::vector<llvm::StringRef> DebugStrings; ///< Bodies of `.debug_str`.
};

struct ScanResult {
  std::vector<ScannedModule> Modules;
  bool SawVersion = false;
  /// The first line outside functions that is no PTX; 0 if none.
  uint32_t StrayLine = 0;
  std::string StrayText;
  uint32_t UnterminatedLine = 0; ///< Where a comment or string never ends.
  uint32_t CutLine = 0;     ///< Where what stands outside functions never ends.
  bool HoldsNolint = false; ///< The word stands somewhere in the text.
};

/// Passed, Threads: see PtxReading. The result is the same for any number of
/// threads.
ScanResult scanModules(llvm::StringRef Text,
                       llvm::function_ref<void()> Passed = nullptr,
                       unsigned Threads = 1);

} // namespace fencepost::ptx

#endif
