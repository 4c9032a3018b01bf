//===- unit_analysis.cpp - one analysis for all checks of a unit ----------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "cli/tidy/unit_analysis.h"

#include "analyzer/driver/config.h"
#include "analyzer/driver/guard.h"
#include "analyzer/finding/merge.h"
#include "analyzer/finding/names.h"
#include "analyzer/finding/place.h"
#include "analyzer/finding/repair.h"
#include "analyzer/finding/suppress.h"
#include "analyzer/frontend/cuda/lower_unit.h"
#include "checks/checks.h"
#include "clang/AST/ASTContext.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Basic/TargetInfo.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace fencepost::tidy {

class ErrorListener::Fork : public clang::DiagnosticConsumer {
public:
  Fork(clang::DiagnosticConsumer &First, clang::DiagnosticConsumer &Second)
      : First(First), Second(Second) {}
  void BeginSourceFile(const clang::LangOptions &Opts,
                       const clang::Preprocessor *PP) override {
    First.BeginSourceFile(Opts, PP);
  }
  void EndSourceFile() override { First.EndSourceFile(); }
  void finish() override { First.finish(); }
  bool IncludeInDiagnosticCounts() const override {
    return First.IncludeInDiagnosticCounts();
  }
  void HandleDiagnostic(clang::DiagnosticsEngine::Level Level,
                        const clang::Diagnostic &Info) override {
    DiagnosticConsumer::HandleDiagnostic(Level, Info);
    First.HandleDiagnostic(Level, Info);
    Second.HandleDiagnostic(Level, Info);
  }

private:
  clang::DiagnosticConsumer &First, &Second;
};

ErrorListener::ErrorListener(clang::DiagnosticsEngine &Engine)
    : Engine(Engine), Former(Engine.getClient()) {
  if (Engine.ownsClient())
    Owned = Engine.takeClient();
  Both = std::make_unique<Fork>(*Former, Collector);
  Engine.setClient(Both.get(), /*ShouldOwnClient=*/false);
}

ErrorListener::~ErrorListener() {
  bool WasOwned = Owned != nullptr;
  (void)Owned.release();
  Engine.setClient(Former, WasOwned);
}

void UnitAnalysis::listen(clang::DiagnosticsEngine &Engine) {
  if (!Errors)
    Errors = std::make_unique<ErrorListener>(Engine);
}

namespace {

class Collected : public FindingSink {
public:
  explicit Collected(const std::string &Arch) : Arch(Arch) {}
  void add(Finding F) override {
    F.Origin = Layer::Cuda;
    if (!Arch.empty())
      F.Archs = {Arch};
    Findings.push_back(std::move(F));
  }
  std::vector<Finding> Findings;

private:
  std::string Arch;
};

void runChecks(const Module &M, ArrayRef<std::string> Rules,
               const std::vector<HomeNote> &Homes,
               std::vector<Finding> &Findings) {
  UnitView View(M, Homes);
  for (const Check &C : checks()) {
    if (!is_contained(Rules, C.Rule->Name) ||
        (!C.Rule->Layers.empty() && !is_contained(C.Rule->Layers, M.Origin)))
      continue;
    Collected Sink(M.Arch);
    if (guarded([&] { C.Run(View, Sink); }))
      append_range(Findings, std::move(Sink.Findings));
    else
      errs() << "fencepost: internal error: the check of rule '" << C.Rule->Name
             << "' crashed on '" << M.Name
             << "' and was left out; please report it\n";
  }
}

/// clang-tidy looks for comments at the place that it is given, which is that
/// of the expansion: one where the macro spells it is ours to see.
void dropSpelledSuppressed(std::vector<Finding> &Findings) {
  SourceText Sources;
  Suppressor Comments(Sources);
  erase_if(Findings, [&](const Finding &F) {
    return F.Spelled.Line &&
           Comments.at(F.Spelled, (CheckPrefix + F.Rule).str());
  });
  for (Finding &F : Findings)
    Comments.apply(F); // So that merging keeps apart what was.
}

std::vector<Step> gapsOf(const Module &M) {
  std::vector<Step> Gaps;
  for (const std::unique_ptr<Function> &Fn : M.Functions)
    if (Fn->State != Coverage::Analysed)
      Gaps.push_back(
          {Role::Declaration, placeOf(M, Fn->Loc),
           "'" + (Fn->Display.empty() ? Fn->Name : Fn->Display) + "' was " +
               (Fn->State == Coverage::Partly ? "analysed partly" : "skipped") +
               ": " + join(Fn->Reasons, "; ")});
  return Gaps;
}

} // namespace

void UnitAnalysis::run(clang::ASTContext &Ctx) {
  Module M;
  const clang::SourceManager &SM = Ctx.getSourceManager();
  if (auto Main = SM.getFileEntryRefForID(SM.getMainFileID()))
    M.Name = Main->getName().str();
  M.Origin = Layer::Cuda;
  M.Arch = Ctx.getTargetInfo().getTargetOpts().CPU;
  // Which rules hold where is clang-tidy's to say; what pointers and wrappers
  // mean is said once for both.
  std::vector<StringRef> Names;
  for (const RuleInfo &R : catalogue())
    Names.push_back(R.Name);
  ConfigSet Configs({/*IsWanted=*/true, /*File=*/""}, /*Root=*/"", Names);
  const Config &Configured = Configs.of(M.Name);
  std::vector<Notification> Notes = Configs.takeFaults();
  lowerUnit(Ctx, M, Notes,
            Errors ? Errors->places() : ArrayRef<clang::SourceLocation>(),
            Configured.Models ? *Configured.Models : ApiModels::builtin());
  for (const Notification &N : Notes)
    errs() << "fencepost: " << N.Message << '\n';
  Gaps = gapsOf(M);
  runChecks(M, Rules, Configured.Homes, Findings);
  SourceText Texts;
  for (Finding &F : Findings)
    makeFixes(F, Texts);
  dropSpelledSuppressed(Findings);
  MergeOptions Options;
  Options.Lowest = Level::Note;
  finishFindings(Findings, Options);
}

ArrayRef<Finding> UnitAnalysis::findings(clang::ASTContext &Ctx) {
  if (std::exchange(HasRun, true))
    return Findings;
  if (!guardedOnLargeStack([&] { run(Ctx); })) {
    Findings.clear();
    errs() << "fencepost: internal error: the analysis crashed, and the unit "
              "is skipped; please report it\n";
  }
  Errors.reset();
  return Findings;
}

} // namespace fencepost::tidy
