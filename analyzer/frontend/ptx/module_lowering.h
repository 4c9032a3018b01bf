//===- module_lowering.h - functions of one PTX module ----------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Second stage: parses and lowers the functions that the scan found worth it,
// with calls spliced (PTX ISA 9.0, sections 5.4, 7.1 and 11).
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_FRONTEND_PTX_MODULE_LOWERING_H
#define FENCEPOST_ANALYZER_FRONTEND_PTX_MODULE_LOWERING_H

#include "analyzer/frontend/ptx/function_header.h"
#include "analyzer/frontend/ptx/line_table.h"
#include "analyzer/frontend/ptx/ptx_frontend.h"
#include "llvm/ADT/StringSet.h"
#include <memory>

namespace fencepost::ptx {

/// What all modules of one text share.
struct UnitState {
  Module &M;
  FileId PtxFile;
  PtxBodies Read;
  llvm::StringMap<unsigned> FunctionNames;
  llvm::StringMap<std::string> GlobalNames; ///< With what users call them.
  unsigned IgnoredQualifiers = 0;
};

class ModuleLowering : public ModuleNames {
public:
  ModuleLowering(UnitState &Unit, const ScannedModule &Scanned);
  void run();

  CallKind resolve(llvm::StringRef Name, Callee &Out) override;
  void enter(Lowering &Inner, llvm::StringRef Name) override;
  void leave() override;
  ValueId declared(const Statement &S, llvm::StringRef Name) override;
  ValueId symbol(llvm::StringRef Name) override;

private:
  struct Source {
    const ScannedFunction *Scanned = nullptr;
    FunctionHeader Header;
    std::string Display; ///< Empty until display() was asked.
    std::vector<Statement> Body;
    std::unique_ptr<llvm::BumpPtrAllocator> Memory; ///< Of Body's operands.
    std::optional<unsigned> Statements;
    unsigned Blocks = 0; ///< At most, once lowered.
    bool IsParsed = false;
    bool IsCut = false; ///< Body is not all of it.
    bool IsCalled = false;
    bool IsWorthIt = false;
  };

  UnitState &Unit;
  const ScannedModule &Scanned;
  LineTable Lines;
  std::vector<std::unique_ptr<Source>> Sources;
  llvm::StringMap<Source *> ByName; ///< Those with a body.
  llvm::StringSet<> NeverReturning;

  // The function being lowered.
  FunctionBuilder *B = nullptr;
  std::vector<std::pair<llvm::StringRef, Lowering *>> Stack;
  std::vector<std::string> Reasons;
  unsigned Locals = 0;
  unsigned SplicedStatements = 0;

  void collectFunctions();
  void collectCalls();
  void collectVariables();
  std::string addGlobal(const VariableHeader &V, llvm::StringRef Unique,
                        uint32_t Line);
  unsigned statements(Source &S);
  const std::string &display(Source &S);
  void parse(Source &S);
  void lower(Source &S);
  void addUnread(Source &S, Coverage State, std::string Reason);
  void describe(Function &Fn, Source &S);
  void bindParameters(Lowering &L, Function &Fn, const Source &S);
  void attach(Lowering &L, llvm::StringRef Body);
  void tell(std::string Reason);
  std::string uniqueName(llvm::StringRef Name);
};

/// Replaces the text of addresses in Event::Object by what they point into:
/// `[param_0+8]`, `counter`, `buffer[..]`.
void nameObjects(const llvm::StringMap<std::string> &Globals, Function &Fn);

} // namespace fencepost::ptx

#endif
