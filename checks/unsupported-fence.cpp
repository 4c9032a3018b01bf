//===- unsupported-fence.cpp - a fence that the target does not have ------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// fence.acquire and fence.release need sm_90 (PTX ISA, "membar / fence").
// ptxas takes them for older targets too and writes an instruction word of
// zeros. cuda::atomic_thread_fence becomes fence.acq_rel there: not concerned.
//
//===----------------------------------------------------------------------===//

#include "checks/story.h"
#include "rules/names.h"

using namespace fencepost;

static constexpr const char *Rule = rules::UnsupportedFence;
static constexpr unsigned FirstWithOneSided = 90;

static bool isOneSided(const Module &M, const Event &E) {
  bool IsPtx = E.InAsm || M.Origin == Layer::Ptx;
  // At cluster scope ptxas itself refuses older targets.
  bool IsOlderScope =
      E.Scp == Scope::Cta || E.Scp == Scope::Gpu || E.Scp == Scope::Sys;
  return E.Kind == EventKind::Fence && IsPtx && IsOlderScope &&
         (E.Ord == Order::Acquire || E.Ord == Order::Release);
}

static void report(const FunctionView &In, const Event &E, FindingSink &Sink) {
  bool Acquires = E.Ord == Order::Acquire;
  std::string Scope = spelling(E.Scp).str();
  FindingBuilder F(In.module(), In.fn(), Rule);
  F.kind(Acquires ? "missing-acquire" : "missing-release")
      .level(Level::Error)
      .at(E.Loc)
      .message(spelled(E) + " needs sm_90, but this is for " +
               In.module().Arch +
               ": the assembler takes it without a word and writes an "
               "instruction of zeros in its place")
      .step(Role::Fence, E, "no fence is executed here")
      .repair(Repair::Kind::Replace, /*Safe=*/true, E.Loc,
              Acquires ? "fence.acquire." : "fence.release.", "fence.acq_rel.")
      .alternative("acq-rel-fence",
                   "write 'fence.acq_rel." + Scope +
                       "', which every target from sm_70 on has")
      .alternative(Acquires ? "acquire-load" : "release-store",
                   Acquires ? "read the flag with 'ld.acquire." + Scope + "'"
                            : "raise the flag with 'st.release." + Scope + "'")
      .alternative("guard", "where the code is for sm_90 alone, keep it behind "
                            "'__CUDA_ARCH__ >= 900' or raise the target")
      .emit(Sink);
}

void fencepost::checkUnsupportedFence(const UnitView &Unit, FindingSink &Sink) {
  unsigned Version = smVersion(Unit.module().Arch);
  if (Version == 0 || Version >= FirstWithOneSided)
    return;
  for (const auto &In : Unit.functions())
    for (const Event &E : In->fn().Events)
      if (isOneSided(Unit.module(), E))
        report(*In, E, Sink);
}
