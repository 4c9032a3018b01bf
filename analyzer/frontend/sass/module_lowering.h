//===- module_lowering.h - functions of one listing -------------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Second stage: parses and lowers the functions that the scan found worth it.
// Parameters are known by their offsets alone: `param_0x8`.
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_FRONTEND_SASS_MODULE_LOWERING_H
#define FENCEPOST_ANALYZER_FRONTEND_SASS_MODULE_LOWERING_H

#include "analyzer/frontend/sass/lowering.h"
#include "llvm/ADT/StringSet.h"
#include <memory>

namespace fencepost::sass {

/// Parses the lines of one function: instructions, labels, places.
std::unique_ptr<Code> parseCode(const ListedFunction &Listed, Module &M,
                                FileId ListingFile, llvm::StringRef Display);

class ModuleLowering : public Surroundings {
public:
  ModuleLowering(Module &M, const Listing &Scanned, FileId ListingFile)
      : M(M), Scanned(Scanned), ListingFile(ListingFile) {}
  void run();

  const Code *function(llvm::StringRef Name) override;
  ValueId addressBank(FunctionBuilder &B, uint64_t Offset) override;
  ValueId symbol(FunctionBuilder &B, llvm::StringRef Name) override;
  ValueId sharedMemory(FunctionBuilder &B) override;
  unsigned parameter(unsigned Number) override;

private:
  Module &M;
  const Listing &Scanned;
  FileId ListingFile;
  const ListedFunction *Current = nullptr;
  llvm::StringMap<unsigned> Names;
  llvm::StringMap<std::string> GlobalNames;      ///< With what users call them.
  unsigned ParameterCount = 0;                   ///< Of the current function.
  llvm::StringMap<std::unique_ptr<Code>> Parsed; ///< Callees, by object.
  uint64_t ParsedInstructions = 0;

  bool isKernel(const ListedFunction &F) const;
  void lower(const ListedFunction &F);
  void addUnread(const ListedFunction &F, Coverage State, std::string Reason);
  void describe(Function &Fn, const ListedFunction &F, const Code *C);
  std::string uniqueName(llvm::StringRef Name);
  ValueId variable(FunctionBuilder &B, llvm::StringRef Name, Space Spc);
};

} // namespace fencepost::sass

#endif
