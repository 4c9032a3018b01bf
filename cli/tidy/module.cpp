//===- module.cpp - the rules as checks -----------------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Loaded by plugin.cpp. Nothing of LLVM or Clang is linked in: all of it is
// clang-tidy's own.
//
//===----------------------------------------------------------------------===//
#include "analyzer/finding/names.h"
#include "clang-tidy/ClangTidyModule.h"
#include "cli/tidy/rule_check.h"
#include "rules/catalogue.h"

using namespace llvm;

namespace fencepost::tidy {
namespace {

/// The analysis of the unit that checks are being made for: those of one unit
/// live at the same time, and no longer.
std::shared_ptr<UnitAnalysis> analysisOf(std::weak_ptr<UnitAnalysis> &Current) {
  std::shared_ptr<UnitAnalysis> Unit = Current.lock();
  if (!Unit) {
    Unit = std::make_shared<UnitAnalysis>();
    Current = Unit;
  }
  return Unit;
}

class FencepostModule : public clang::tidy::ClangTidyModule {
public:
  void
  addCheckFactories(clang::tidy::ClangTidyCheckFactories &Factories) override {
    auto Current = std::make_shared<std::weak_ptr<UnitAnalysis>>();
    for (const RuleInfo &R : catalogue())
      Factories.registerCheckFactory(
          (CheckPrefix + R.Name).str(),
          [Rule = R.Name, Current](StringRef Name,
                                   clang::tidy::ClangTidyContext *Context) {
            return std::make_unique<RuleCheck>(Rule, Name, Context,
                                               analysisOf(*Current));
          });
  }
};

clang::tidy::ClangTidyModuleRegistry::Add<FencepostModule>
    Registered("fencepost", "Atomics and fences of GPU code");

} // namespace
} // namespace fencepost::tidy
