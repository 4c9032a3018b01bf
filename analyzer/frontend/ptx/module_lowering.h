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

#include "analyzer/frontend/ptx/line_table.h"
#include "analyzer/frontend/ptx/lowering.h"
#include "analyzer/frontend/ptx/module_plan.h"
#include "analyzer/frontend/ptx/ptx_frontend.h"
#include <memory>

namespace fencepost::ptx {

/// What the modules of a text become; or a part of them, which is joined with
/// the others when it is done.
struct LoweredText {
  Module &M;
  FileId PtxFile;                           ///< The text itself in M.Files.
  llvm::StringMap<std::string> GlobalNames; ///< With what users call them.
  unsigned IgnoredQualifiers = 0;
  /// Names of variables outside functions: any body may mean them.
  const llvm::StringSet<> *Outside = nullptr;

  /// Unless a variable of that name is there. Unique: what values call it.
  void addGlobal(const VariableHeader &V, llvm::StringRef Unique,
                 std::string Display, LocationId Loc);
};

class ModuleLowering : public ModuleNames {
public:
  ModuleLowering(LoweredText &Text, const ModulePlan &Plan);
  /// Adds F, one that comes out, to the module, under Name.
  void lower(const PlannedFunction &F, llvm::StringRef Name, PtxBodies Read);

  CallKind resolve(llvm::StringRef Name, Callee &Out) override;
  void enter(Lowering &Inner, llvm::StringRef Name) override;
  void leave() override;
  ValueId declared(const Statement &S, llvm::StringRef Name) override;
  ValueId symbol(llvm::StringRef Name) override;

private:
  struct Source {
    const PlannedFunction *Planned = nullptr;
    std::string Display; ///< Empty until display() was asked.
    std::vector<Statement> Body;
    std::unique_ptr<llvm::BumpPtrAllocator> Memory; ///< Of Body's operands.
    std::optional<unsigned> Statements;
    unsigned Blocks = 0; ///< At most, once lowered.
    bool IsParsed = false;
    bool IsCut = false; ///< Body is not all of it.
  };

  LoweredText &Text;
  const ModulePlan &Plan;
  LineTable Lines;
  llvm::DenseMap<const PlannedFunction *, std::unique_ptr<Source>> Sources;

  // The function being lowered.
  FunctionBuilder *B = nullptr;
  std::vector<std::pair<llvm::StringRef, Lowering *>> Stack;
  std::vector<std::string> Reasons;
  unsigned Locals = 0;
  unsigned SplicedStatements = 0;

  Source &sourceOf(const PlannedFunction &F);
  unsigned statements(Source &S);
  const std::string &display(Source &S);
  void parse(Source &S);
  void lowerBody(Source &S, llvm::StringRef Name);
  void addUnread(Source &S, llvm::StringRef Name, Coverage State,
                 std::string Reason);
  void describe(Function &Fn, Source &S);
  void bindParameters(Lowering &L, Function &Fn, const Source &S);
  void attach(Lowering &L, llvm::StringRef Body);
  void tell(std::string Reason);
};

/// Replaces the text of addresses in Event::Object by what they point into:
/// `[param_0+8]`, `counter`, `buffer[..]`.
void nameObjects(const llvm::StringMap<std::string> &Globals, Function &Fn);

} // namespace fencepost::ptx

#endif
