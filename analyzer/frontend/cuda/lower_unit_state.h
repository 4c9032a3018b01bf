//===- lower_unit_state.h - what functions of a unit share ------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Memoised facts about one translation unit: layouts, names, globals, and
// what a call of each function could do to memory.
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_FRONTEND_CUDA_LOWER_UNIT_STATE_H
#define FENCEPOST_ANALYZER_FRONTEND_CUDA_LOWER_UNIT_STATE_H

#include "analyzer/frontend/api/api_models.h"
#include "analyzer/frontend/cuda/host_dead_code.h"
#include "analyzer/frontend/cuda/lower_layout.h"
#include "analyzer/model/module.h"
#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "clang/AST/Mangle.h"
#include "llvm/ADT/DenseSet.h"

namespace fencepost::lower {

/// A constant whose initializer could not be read: in an instance of a template
/// Clang takes it for zero.
bool hasLostValue(const clang::VarDecl *Var);
/// Does E name a variable whose declaration has errors?
bool namesBroken(const clang::Stmt *E);

/// What a call of a function can do, its callees included.
enum class Interest : uint8_t {
  None,   ///< Values only.
  Memory, ///< Weak accesses through pointers or to globals.
  Opaque, ///< Calls of unknown functions.
  Sync,   ///< Volatile, atomics, fences, barriers, asm.
};

class UnitState {
public:
  UnitState(clang::ASTContext &Ctx, Module &M, const ApiModels &Models);

  clang::ASTContext &Ctx;
  Module &M;
  const ApiModels &Models;
  Layouts Shapes;
  /// Functions with a body that were spliced somewhere (canonical patterns).
  llvm::DenseSet<const clang::FunctionDecl *> Spliced;
  std::vector<const clang::FunctionDecl *> FunctionTable; ///< For pointers.
  DeadCode Dead; ///< Of host functions.

  /// Qualified name without inline namespaces and template arguments.
  const std::string &apiName(const clang::NamedDecl *D);
  std::string mangled(const clang::FunctionDecl *Fn);
  std::string display(const clang::NamedDecl *D);
  /// For Location::Function: the same for every instance of a template.
  std::string frameName(const clang::FunctionDecl *Fn);
  /// Name of the module global for Var, added to the module on first use.
  const std::string &globalFor(const clang::VarDecl *Var);
  unsigned functionIndex(const clang::FunctionDecl *Fn);
  Interest interest(const clang::FunctionDecl *Fn);
  bool isSystem(clang::SourceLocation Loc) const;
  /// A function of the system's headers that was written for the host alone;
  /// `constexpr` ones serve on the device too.
  bool isHostLibrary(const clang::FunctionDecl *Fn) const;
  /// Where Fn's body has asm statements that the tree has not.
  const std::vector<clang::SourceLocation> &
  lostAsm(const clang::FunctionDecl *Fn);
  FileId fileOf(clang::FileID File);
  void setErrors(llvm::ArrayRef<clang::SourceLocation> Places);
  /// Is there an error that lies in none of these functions' bodies?
  bool
  hasErrorOutside(llvm::ArrayRef<const clang::FunctionDecl *> Functions) const;
  /// The first error inside Fn's body; invalid if there is none.
  clang::SourceLocation errorIn(const clang::FunctionDecl *Fn) const;

private:
  /// Offsets of errors, sorted.
  llvm::DenseMap<clang::FileID, std::vector<unsigned>> Errors;
  llvm::ArrayRef<unsigned> errorsIn(clang::SourceRange Range) const;
  std::unique_ptr<clang::MangleContext> Mangler;
  llvm::DenseMap<const clang::NamedDecl *, std::string> ApiNames;
  llvm::DenseMap<const clang::VarDecl *, std::string> Globals;
  llvm::DenseMap<const clang::FunctionDecl *, unsigned> FunctionIndices;
  llvm::DenseMap<const clang::FunctionDecl *, Interest> Interests;
  llvm::DenseMap<clang::FileID, FileId> Files;
  llvm::DenseMap<const clang::FunctionDecl *,
                 std::vector<clang::SourceLocation>>
      LostAsm;
  llvm::SmallVector<const clang::FunctionDecl *, 16> Walking;
  Interest walk(const clang::Stmt *S);
  Interest walkNode(const clang::Stmt *S);
  Interest ofCall(const clang::CallExpr *E);
  Interest ofCallee(const clang::FunctionDecl *Fn, unsigned Arity);
  bool isManaged(const clang::VarDecl *Var) const;
};

/// The body that a call of Fn runs, on an invalid declaration too; nullptr.
const clang::FunctionDecl *withBody(const clang::FunctionDecl *Fn);

} // namespace fencepost::lower

#endif
