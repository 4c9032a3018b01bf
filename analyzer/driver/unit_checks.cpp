//===- unit_checks.cpp - all checks over one unit -------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "analyzer/driver/unit_checks.h"

#include "analyzer/driver/guard.h"
#include "analyzer/driver/workers.h"
#include "analyzer/model/in_parallel.h"
#include "checks/checks.h"
#include "llvm/ADT/STLExtras.h"
#include <atomic>
#include <iterator>

using namespace llvm;

namespace fencepost {

namespace {
class Collector : public FindingSink {
public:
  Collector(const Module &M, UnitOutcome &Out) : M(M), Out(Out) {}
  void add(Finding F) override {
    F.Origin = M.Origin;
    if (!Out.Report.Arch.empty())
      F.Archs = {Out.Report.Arch};
    Out.Findings.push_back(std::move(F));
  }
  void withheld(StringRef) override { ++Out.Report.AdviceWithheld; }

private:
  const Module &M;
  UnitOutcome &Out;
};
} // namespace

/// The checks that are asked for and hold for code of M's layer.
static std::vector<const Check *> checksFor(const Module &M,
                                            const UnitSettings &Settings) {
  std::vector<const Check *> Chosen;
  for (const Check &C : checks())
    if (is_contained(Settings.Rules, C.Rule->Name) &&
        (M.Origin == Layer::Events || C.Rule->Layers.empty() ||
         is_contained(C.Rule->Layers, M.Origin)))
      Chosen.push_back(&C);
  return Chosen;
}

/// How many threads the checks of M are worth.
static unsigned threadsFor(const Module &M) {
  constexpr size_t ValuesOfThread = 20000;
  size_t Values = 0;
  for (const std::unique_ptr<Function> &Fn : M.Functions)
    Values += Fn->Values.size();
  return std::clamp<size_t>(Values / ValuesOfThread, 1, coresOfUnit());
}

/// One for each thread. What most rules ask of every function is made here,
/// where functions can be shared out.
static std::vector<std::unique_ptr<UnitView>>
viewsOf(const Module &M, const std::vector<HomeNote> &Homes, unsigned Threads) {
  std::vector<std::unique_ptr<UnitView>> Views;
  Views.push_back(std::make_unique<UnitView>(M, Homes));
  if (Threads == 1)
    return Views;
  const auto &Functions = Views[0]->functions();
  inParallel(Functions.size(), Threads,
             [&](size_t I) { (void)guarded([&] { Functions[I]->polls(); }); });
  while (Views.size() < Threads)
    Views.push_back(Views[0]->twin());
  return Views;
}

void runChecks(const Unit &U, const Module &M, const UnitSettings &Settings,
               UnitOutcome &Out) {
  std::vector<const Check *> Chosen = checksFor(M, Settings);
  std::vector<UnitOutcome> Found(Chosen.size());
  std::vector<char> Ended(Chosen.size());
  std::atomic<size_t> Next = 0;
  unsigned Threads = threadsFor(M);
  expectThreads(Threads);
  std::vector<std::unique_ptr<UnitView>> Views =
      viewsOf(M, Settings.Homes, Threads);
  inParallel(Threads, Threads, [&](size_t T) {
    for (size_t I = Next++; I < Chosen.size(); I = Next++) {
      Found[I].Report.Arch = Out.Report.Arch;
      Collector Sink(M, Found[I]);
      Ended[I] = guarded([&] { Chosen[I]->Run(*Views[T], Sink); });
      // What the check was about to keep may be half done.
      if (!Ended[I])
        Views[T] = Views[T].release()->twin();
    }
  });
  if (endsWithUnit())
    for (std::unique_ptr<UnitView> &View : Views)
      (void)View.release();
  for (auto [C, Mine, HasEnded] : zip_equal(Chosen, Found, Ended)) {
    if (HasEnded) {
      std::move(Mine.Findings.begin(), Mine.Findings.end(),
                std::back_inserter(Out.Findings));
      Out.Report.AdviceWithheld += Mine.Report.AdviceWithheld;
      continue;
    }
    Out.Notes.push_back(
        {NoticeClass::Internal,
         ("the check of rule '" + C->Rule->Name + "' crashed and was left out")
             .str(),
         U.File, 0});
    Out.Report.State = UnitState::Partly;
    Out.Report.Reason =
        ("the check of rule '" + C->Rule->Name + "' crashed").str();
  }
}

} // namespace fencepost
