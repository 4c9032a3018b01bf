//===- uncooperative-grid-barrier.cpp - barriers of the grid, by hand -----===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Blocks that are not resident never arrive, and the resident ones wait for
// them: a barrier of the grid needs a cooperative launch or a grid that is
// known to fit. And a counter that is set back while others still wait for its
// last value, or already count for the next round.
//
//===----------------------------------------------------------------------===//
#include "analyzer/analysis/handoff/grid_barriers.h"
#include "checks/story.h"
#include "rules/names.h"
#include "llvm/ADT/STLExtras.h"

using namespace fencepost;

static constexpr const char *Rule = rules::UncooperativeGridBarrier;

/// So few blocks fit on any device of the architectures in use.
static constexpr uint64_t FewBlocks = 16;

/// The host function that launches asks how many blocks fit, or how many
/// multiprocessors there are; or another one does, that launches nothing, where
/// the number of blocks may be its answer.
static bool isSizedByRoom(const UnitView &Unit, const HostLaunch &L) {
  const auto &All = Unit.host().Functions;
  for (uint32_t F = 0; F < All.size(); ++F) {
    bool Launches = llvm::any_of(All[F].Ops, [](const HostOp &Op) {
      return Op.Kind == HostOpKind::Launch;
    });
    if ((F == L.In || (!Launches && !L.Grid.product())) && All[F].AsksForRoom)
      return true;
  }
  return false;
}

static bool isUnbounded(const UnitView &Unit, const HostLaunch &L) {
  if (L.IsCooperative || L.IsFromDevice)
    return false;
  auto Blocks = L.Grid.product();
  return !(Blocks && *Blocks <= FewBlocks) && !isSizedByRoom(Unit, L);
}

static void checkLaunch(const UnitView &Unit, const FunctionView &In,
                        const GridBarrier &G, FindingSink &Sink) {
  auto Launches = Unit.launchesOf(In.fn());
  bool HasCooperative = llvm::any_of(
      Launches, [](const HostLaunch *L) { return L->IsCooperative; });
  bool IsLeftOut = HasCooperative && isByMode(In, G);
  for (const HostLaunch *L : Launches) {
    Ternary Reaches = isReachedBy(In, G, *L);
    if (!isUnbounded(Unit, *L) || Reaches == Ternary::No ||
        (IsLeftOut && Reaches != Ternary::Yes))
      continue;
    FindingBuilder F(In.module(), In.fn(), Rule);
    F.at(L->Loc)
        .message("'" + In.fn().Display +
                 "' holds a barrier of the whole grid, but this launch does "
                 "not make sure that all blocks are resident: those that are "
                 "wait for ever")
        .step(Role::CallSite, L->Loc,
              "launched with '<<<...>>>'; nothing bounds the number of blocks "
              "by what fits");
    if (G.Arrive != NoId)
      F.step(Role::Barrier, In.event(G.Arrive), "each block arrives here");
    F.step(Role::Poll, In.event(G.Wait), "and waits here for the others")
        .alternative("cooperative-launch",
                     "launch with 'cudaLaunchCooperativeKernel', which fails "
                     "instead of hanging, and use 'grid.sync()'")
        .alternative("bounded-grid",
                     "take the number of blocks from "
                     "'cudaOccupancyMaxActiveBlocksPerMultiprocessor' times "
                     "the number of multiprocessors, and loop over the data")
        .alternative("two-kernels", "end the kernel where the barrier stands")
        .emit(Sink);
    return;
  }
}

static void reportLateReset(const FunctionView &In, const CountReset &C,
                            FindingSink &Sink) {
  std::string Count = nameOf(In, C.Arrive);
  FindingBuilder F(In.module(), In.fn(), Rule);
  F.at(In.event(C.Reset).Loc)
      .message("the counter " + Count +
               " of this barrier is set back to zero only after the others "
               "have been let go: an arrival for the next round may be wiped "
               "out, and the barrier hangs")
      .step(Role::Barrier, In.event(C.Arrive), "each arrival counts here")
      .step(Role::Publish, In.event(C.Open), "the others may go on from here")
      .step(Role::Producer, In.event(C.Reset), "and the count is set back here")
      .alternative("reset-first",
                   "set the count back first, then a fence, then open the "
                   "barrier")
      .alternative("cooperative-launch", "use 'grid.sync()'")
      .emit(Sink);
}

static void checkReset(const FunctionView &In, const CountReset &C,
                       FindingSink &Sink) {
  if (C.Open != NoId)
    return reportLateReset(In, C, Sink);
  std::string Name = nameOf(In, C.Wait);
  std::string Why =
      C.IsOfDevices
          ? "an arrival of a faster device for the next round is overwritten"
      : C.IsByWaiter  ? "others may still wait for the number that this erases"
      : C.IsTransient ? "the others wait for the zero, and the first arrival "
                        "of the next round may take it away before they have "
                        "read it"
                      : "the others wait for a number that is gone before they "
                        "have read it";
  FindingBuilder F(In.module(), In.fn(), Rule);
  F.at(In.event(C.IsByWaiter ? C.Reset : C.Arrive).Loc)
      .message("the counter " + Name +
               " of this barrier is set back to zero: " + Why);
  if (C.Arrive != NoId)
    F.step(Role::Barrier, In.event(C.Arrive), "each arrival counts here");
  F.step(Role::Poll, In.event(C.Wait), "the others wait here for the number")
      .step(Role::Producer, In.event(C.Reset), "and it is set back here")
      .alternative("growing-count",
                   "let the counter grow and wait for a multiple, or for a "
                   "change of its top bit: a number once reached stays reached")
      .alternative("subtract",
                   "subtract what this round has counted with an atomic, so "
                   "that early arrivals stay counted")
      .alternative("grid-sync", "use 'cooperative_groups::this_grid().sync()'")
      .emit(Sink);
}

void fencepost::checkUncooperativeGridBarrier(const UnitView &Unit,
                                              FindingSink &Sink) {
  for (const auto &In : Unit.functions()) {
    if (In->fn().Kind != FunctionKind::Kernel || In->polls().all().empty())
      continue;
    const Sharing &Who = sharingOf(Unit, *In);
    for (const CountReset &C : countResetsOf(*In, Who))
      checkReset(*In, C, Sink);
    auto Barriers = gridBarriersOf(*In, Who);
    if (!Barriers.empty())
      checkLaunch(Unit, *In, Barriers.front(), Sink);
  }
}
