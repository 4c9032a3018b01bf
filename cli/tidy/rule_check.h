//===- rule_check.h - a rule as a check of clang-tidy -----------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_CLI_TIDY_RULE_CHECK_H
#define FENCEPOST_CLI_TIDY_RULE_CHECK_H

#include "clang-tidy/ClangTidyCheck.h"
#include "cli/tidy/unit_analysis.h"

namespace fencepost::tidy {

/// Reports what the unit's analysis found of one rule. Silent but in the device
/// pass of a CUDA unit.
class RuleCheck : public clang::tidy::ClangTidyCheck {
public:
  RuleCheck(llvm::StringRef Rule, llvm::StringRef Name,
            clang::tidy::ClangTidyContext *Context,
            std::shared_ptr<UnitAnalysis> Unit);
  bool
  isLanguageVersionSupported(const clang::LangOptions &Options) const override {
    return Options.CUDA && Options.CUDAIsDevice;
  }
  void registerPPCallbacks(const clang::SourceManager &SM,
                           clang::Preprocessor *PP,
                           clang::Preprocessor *ModuleExpanderPP) override;
  void registerMatchers(clang::ast_matchers::MatchFinder *Finder) override;
  void
  check(const clang::ast_matchers::MatchFinder::MatchResult &Result) override;
  void storeOptions(clang::tidy::ClangTidyOptions::OptionMap &Options) override;

private:
  std::string Rule;
  std::shared_ptr<UnitAnalysis> Unit;
  llvm::StringRef Level; ///< GpuLevel: note, warning, error.
  bool TellsGaps;        ///< GpuCoverage.

  void report(const Finding &F, clang::SourceManager &SM);
};

} // namespace fencepost::tidy

#endif
