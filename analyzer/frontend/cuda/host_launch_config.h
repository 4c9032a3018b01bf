//===- host_launch_config.h - a cudaLaunchConfig_t --------------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The host function that launches by cudaLaunchKernelEx is read for what it
// assigns to the configuration and to the array of attributes that this one is
// given; other launches of the function have arrays of their own.
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_FRONTEND_CUDA_HOST_LAUNCH_CONFIG_H
#define FENCEPOST_ANALYZER_FRONTEND_CUDA_HOST_LAUNCH_CONFIG_H

#include "clang/AST/Expr.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace fencepost::lower {

class LaunchConfig {
public:
  /// Body: of the function that has the variable Config.
  LaunchConfig(const clang::VarDecl *Config, const clang::Stmt *Body);

  // Null where nothing is assigned.
  const clang::Expr *Grid = nullptr, *Block = nullptr, *Shared = nullptr;
  const clang::Expr *Cluster[3] = {nullptr, nullptr, nullptr};
  /// Is the attribute named for this launch, with whatever value but zero, or
  /// perhaps for it?
  bool isCooperative() const;

private:
  const clang::VarDecl *Config;
  const clang::ValueDecl *Attributes = nullptr; ///< The array.
  /// Some other code may set the attributes of Config.
  bool MayBeSetElsewhere = false;
  bool IsNamedSomewhere = false; ///< For no array that can be told.
  llvm::SmallPtrSet<const clang::ValueDecl *, 2> Named, Zeroed;

  void walk(const clang::Stmt *S, const clang::ValueDecl *For, unsigned Depth);
  void assign(const clang::Expr *To, const clang::Expr *From);
  void readInit(const clang::Expr *Init);
};

} // namespace fencepost::lower

#endif
