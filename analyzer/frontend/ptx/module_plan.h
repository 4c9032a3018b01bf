//===- module_plan.h - which functions of a module are read -----*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Between the two stages: what the headers of a module say (PTX ISA 9.0,
// sections 5.4, 7.1 and 11.1), who calls whom, and which bodies are worth
// parsing. Made before any body is read and never changed, so that several
// threads may ask it.
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_FRONTEND_PTX_MODULE_PLAN_H
#define FENCEPOST_ANALYZER_FRONTEND_PTX_MODULE_PLAN_H

#include "analyzer/frontend/ptx/debug_strings.h"
#include "analyzer/frontend/ptx/function_header.h"
#include "analyzer/frontend/ptx/module_scan.h"
#include "llvm/ADT/StringSet.h"

namespace fencepost::ptx {

struct PlannedFunction {
  const ScannedFunction *Scanned = nullptr;
  FunctionHeader Header;
  bool IsCalled = false;  ///< By another one of the module.
  bool IsWorthIt = false; ///< Holds something that a rule may look at.

  /// Has a body, or would have one, and is no part of its callers.
  bool comesOut() const {
    return (Scanned->HasBody || Scanned->IsTruncated) &&
           (Scanned->IsEntry || !IsCalled);
  }
};

struct PlannedVariable {
  VariableHeader Header;
  std::string Display; ///< What a user calls it.
  uint32_t Line = 1;
};

class ModulePlan {
public:
  /// Scanned must outlive the plan.
  explicit ModulePlan(const ScannedModule &Scanned);
  ModulePlan(const ModulePlan &) = delete;

  const ScannedModule &Scanned;
  DebugStrings Strings;
  std::vector<PlannedFunction> Functions; ///< In the order of the text.
  std::vector<PlannedVariable> Variables; ///< Outside functions.

  /// Null if no function of that name has a body.
  const PlannedFunction *find(llvm::StringRef Name) const {
    return ByName.lookup(Name);
  }
  bool neverReturns(llvm::StringRef Name) const {
    return NeverReturning.contains(Name);
  }

private:
  llvm::StringMap<PlannedFunction *> ByName;
  llvm::StringSet<> NeverReturning;

  void collectFunctions();
  void collectCalls();
  void collectVariables();
};

} // namespace fencepost::ptx

#endif
