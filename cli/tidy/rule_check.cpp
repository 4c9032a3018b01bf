//===- rule_check.cpp - a rule as a check of clang-tidy -------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Whatever its level, a finding is a warning here: clang-tidy lets no comment
// suppress an error, and WarningsAsErrors is the user's to set.
//
//===----------------------------------------------------------------------===//
#include "cli/tidy/rule_check.h"

#include "clang/AST/ASTContext.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Preprocessor.h"

using namespace llvm;

namespace fencepost::tidy {

static std::optional<Level> levelOf(StringRef Word) {
  for (Level L : {Level::Note, Level::Warning, Level::Error})
    if (Word == spelling(L))
      return L;
  return std::nullopt;
}

RuleCheck::RuleCheck(StringRef Rule, StringRef Name,
                     clang::tidy::ClangTidyContext *Context,
                     std::shared_ptr<UnitAnalysis> Unit)
    : ClangTidyCheck(Name, Context), Rule(Rule.str()), Unit(std::move(Unit)),
      Level(Options.getLocalOrGlobal("GpuLevel", "warning")),
      TellsGaps(Options.getLocalOrGlobal("GpuCoverage", false)) {
  this->Unit->enable(Rule);
  if (!levelOf(Level)) {
    configurationDiag("GpuLevel is '%0': it must be note, warning or error")
        << Level;
    Level = "warning";
  }
}

void RuleCheck::storeOptions(clang::tidy::ClangTidyOptions::OptionMap &Opts) {
  Options.store(Opts, "GpuLevel", Level);
  Options.store(Opts, "GpuCoverage", TellsGaps);
}

void RuleCheck::registerPPCallbacks(const clang::SourceManager &,
                                    clang::Preprocessor *PP,
                                    clang::Preprocessor *) {
  Unit->listen(PP->getDiagnostics());
}

void RuleCheck::registerMatchers(clang::ast_matchers::MatchFinder *Finder) {
  Finder->addMatcher(clang::ast_matchers::translationUnitDecl(), this);
}

static clang::SourceLocation locationOf(const Place &P,
                                        clang::SourceManager &SM) {
  auto File = SM.getFileManager().getOptionalFileRef(P.File);
  if (!File || P.Line == 0)
    return {};
  return SM.translateFileLineCol(*File, P.Line, std::max(P.Column, 1u));
}

static void addRange(const Place &P, clang::SourceLocation Begin,
                     clang::SourceManager &SM,
                     const clang::DiagnosticBuilder &Diag) {
  Place Last = P;
  Last.Line = P.EndLine;
  Last.Column = P.EndColumn;
  if (clang::SourceLocation End = locationOf(Last, SM);
      Begin.isValid() && End.isValid())
    Diag << clang::CharSourceRange::getCharRange(Begin, End);
}

static void addEdits(const Fix &X, clang::SourceManager &SM,
                     const clang::DiagnosticBuilder &Diag) {
  for (const Edit &E : X.Edits) {
    auto File = SM.getFileManager().getOptionalFileRef(E.File);
    clang::FileID Id = File ? SM.translateFile(*File) : clang::FileID();
    if (!Id.isValid())
      continue;
    clang::SourceLocation Begin =
        SM.getLocForStartOfFile(Id).getLocWithOffset(E.Offset);
    Diag << clang::FixItHint::CreateReplacement(
        clang::CharSourceRange::getCharRange(Begin,
                                             Begin.getLocWithOffset(E.Length)),
        E.Text);
  }
}

void RuleCheck::report(const Finding &F, clang::SourceManager &SM) {
  clang::SourceLocation At = locationOf(F.Primary, SM);
  auto Note = [&](clang::SourceLocation Loc, const Twine &Message) {
    return diag(Loc.isValid() ? Loc : At, "%0", clang::DiagnosticIDs::Note)
           << Message.str();
  };
  {
    clang::DiagnosticBuilder Warning = diag(At, "%0") << F.Message;
    addRange(F.Primary, At, SM, Warning);
    for (const Fix &X : F.Fixes)
      if (X.Safe) {
        addEdits(X, SM, Warning);
        break;
      }
  }
  for (const Step &S : F.Steps)
    Note(locationOf(S.At, SM), spelling(S.What) + ": " + S.Message);
  for (const std::string &A : F.Assumptions)
    Note(At, "assumed: " + A);
  for (const Alternative &A : F.Alternatives)
    Note(At, "instead: " + A.Text);
  // clang-tidy applies what stands with a note only if asked: --fix-notes.
  for (const Fix &X : F.Fixes)
    if (!X.Safe)
      addEdits(X, SM, Note(At, "a fix that needs a human eye"));
}

void RuleCheck::check(
    const clang::ast_matchers::MatchFinder::MatchResult &Result) {
  enum Level Lowest = *levelOf(Level);
  for (const Finding &F : Unit->findings(*Result.Context))
    if (F.Rule == Rule && F.Severity >= Lowest)
      report(F, *Result.SourceManager);
  if (TellsGaps && Unit->takeTurnToTellGaps())
    for (const Step &Gap : Unit->notAnalysed())
      diag(locationOf(Gap.At, *Result.SourceManager), "%0") << Gap.Message;
}

} // namespace fencepost::tidy
