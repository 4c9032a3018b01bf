//===- lost-update.cpp - the missing atomic -------------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A plain load and store of one location, the second computed from the first,
// that several threads execute at once: what is stored between is lost (PTX ISA
// 8.10, the axiom of atomicity holds for read-modify-writes alone).
//
//===----------------------------------------------------------------------===//
#include "analyzer/analysis/contention/lost_updates.h"
#include "checks/story.h"
#include "rules/names.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <set>

using namespace fencepost;

static constexpr const char *Rule = rules::LostUpdate;

static std::string whoMeets(const LostUpdate &L) {
  switch (L.Who) {
  case Reached::ByBlocks:
    return "threads of several blocks reach the same location";
  case Reached::ByThreads:
    return "several threads of a block reach the same location";
  case Reached::Scattered:
    return "the index comes from data, and several threads can have the same";
  case Reached::ByData:
  case Reached::Unknown:
    break;
  }
  return "the index comes from data: right only if no two threads have the "
         "same";
}

static std::string atomicFor(const FunctionView &In, const LostUpdate &L) {
  const Event &E = In.event(L.Store);
  const Value &New = In.fn().value(E.Operand);
  bool IsCuda = In.module().Origin == Layer::Cuda;
  if (L.IsByTest || isMinOrMax(New))
    return IsCuda ? "atomicMin' or 'atomicMax" : "red.min' or 'red.max";
  return IsCuda ? "atomicAdd" : "red.add";
}

/// Do all lanes of a warp put in one value that they compute alike from
/// volatile reads: as long as they run in lock-step, no update is lost.
static bool isOfLockStep(const FunctionView &In, const LostUpdate &L) {
  const Event &Load = In.event(L.Load), &Store = In.event(L.Store);
  auto IsSame = [&](ValueId V) {
    return In.uniformity().of(V) >= Uniform::Warp;
  };
  if (!Load.IsVolatile || !Store.IsVolatile ||
      !In.provenance().isShared(L.Store) || !IsSame(Store.Address) ||
      In.populations().ofEvent(L.Store) != Population::FewWarps)
    return false;
  bool AreSame = true;
  bool Complete = visitOperands(In.fn(), Store.Operand, [&](ValueId V) {
    const Value &Node = In.fn().value(V);
    if (Node.Kind == ValueKind::Result) {
      const Event &Read = In.event(Node.Imm);
      AreSame &= Read.Kind == EventKind::Load && IsSame(Read.Address);
    } else if (Node.Operands.empty()) {
      AreSame &= IsSame(V);
    }
    return AreSame;
  });
  return Complete && AreSame;
}

static void tellLockStep(const FunctionView &In, const LostUpdate &L,
                         FindingSink &Sink) {
  const Event &Load = In.event(L.Load), &Store = In.event(L.Store);
  std::string Name = nameOf(In, L.Store);
  FindingBuilder(In.module(), In.fn(), Rule)
      .level(Level::Warning)
      .at(Store.Loc)
      .message("all lanes of a warp read " + Name +
               ", change it and write it back: right only while they run in "
               "lock-step, which nothing ensures since Volta")
      .step(Role::Access, Load, "each lane reads the old value here")
      .step(Role::Access, Store,
            "and writes the new one here; a lane that comes later starts from "
            "what another one has written already")
      .alternative("own-the-output",
                   "let one lane do it: 'if (lane == 0)', with '__syncwarp()' "
                   "or the block's barrier behind")
      .alternative("reduce-first",
                   "scan or sum in registers with '__shfl_up_sync' or "
                   "'__reduce_add_sync', then store once")
      .emit(Sink);
}

/// Do they stand together, so that a comment which allows the first is read as
/// one for all of them?
static bool areNeighbours(const FunctionView &In, const LostUpdate &A,
                          const LostUpdate &B) {
  constexpr uint32_t MaxLines = 8;
  if (In.cfg().position(A.Store).Block != In.cfg().position(B.Store).Block)
    return false;
  const Location &First = In.module().at(In.event(A.Store).Loc);
  const Location &Then = In.module().at(In.event(B.Store).Loc);
  uint32_t Apart =
      std::max(First.Line, Then.Line) - std::min(First.Line, Then.Line);
  return First.File == Then.File && Apart <= MaxLines;
}

/// More that is told with the first: other arrays at the same index from data,
/// for which the same has to hold.
using Others = llvm::ArrayRef<LostUpdate>;

static std::string othersToo(const FunctionView &In, const LostUpdate &L,
                             Others More) {
  std::set<llvm::StringRef> Arrays;
  for (const LostUpdate &Other : More)
    Arrays.insert(In.provenance().object(Other.Store).Key);
  Arrays.erase(In.provenance().object(L.Store).Key);
  if (Arrays.empty())
    return "";
  return Arrays.size() == 1 ? " (and 1 more array at this index)"
                            : " (and " + std::to_string(Arrays.size()) +
                                  " more arrays at this index)";
}

static void report(const FunctionView &In, const LostUpdate &L, Others More,
                   FindingSink &Sink) {
  if (isOfLockStep(In, L))
    return tellLockStep(In, L, Sink);
  const Event &Load = In.event(L.Load), &Store = In.event(L.Store);
  std::string Name = nameOf(In, L.Store);
  FindingBuilder F(In.module(), In.fn(), Rule);
  if (L.Who >= Reached::ByThreads)
    F.level(Level::Error).verdict(Verdict::SeenOnHardware);
  else if (L.Who == Reached::ByData)
    F.level(Level::Note);
  F.at(Store.Loc)
      .message(Name + " is read, changed and written back without an atomic: " +
               whoMeets(L) + ", and updates are lost" + othersToo(In, L, More))
      .step(Role::Access, Load, "the old value is read here")
      .step(Role::Access, Store,
            L.IsByTest ? "and replaced here if it compares so; another "
                         "thread's store in between is overwritten"
                       : "and the new one is written here; another thread's "
                         "store in between is overwritten");
  if (L.Atomic != NoId)
    F.step(Role::Access, In.event(L.Atomic),
           "elsewhere the same array is updated atomically");
  else if (L.Beside != NoId && L.Who == Reached::Scattered)
    F.step(Role::Access, In.event(L.Beside),
           "another array is updated atomically at the same index");
  for (const LostUpdate &Other : More)
    F.step(Role::Access, In.event(Other.Store), "likewise here");
  if (L.Who == Reached::ByData || L.Who == Reached::Scattered)
    F.assume("two threads that run at the same time can have the same index");
  F.alternative("own-the-output",
                "let each thread compute outputs of its own, so that no two "
                "threads share a location")
      .alternative("reduce-first",
                   "combine within the warp or block (shuffles, shared "
                   "memory), then do one atomic for all")
      .alternative("atomic-update", "update with '" + atomicFor(In, L) +
                                        "' on " + Name +
                                        ", relaxed order is enough")
      .emit(Sink);
}

void fencepost::checkLostUpdate(const UnitView &Unit, FindingSink &Sink) {
  for (const auto &In : Unit.functions()) {
    if (In->fn().Kind != FunctionKind::Kernel)
      continue;
    const Sharing &Who = sharingOf(Unit, *In);
    auto All = lostUpdatesOf(Unit, *In, Who);
    auto IsLikeFirst = [&](const LostUpdate &L) {
      return L.Who == Reached::ByData && L.Index != UnknownValue &&
             All.front().Who == Reached::ByData && !L.IsByTest &&
             !All.front().IsByTest && L.Index == All.front().Index &&
             areNeighbours(*In, All.front(), L);
    };
    while (!All.empty()) {
      LostUpdate First = All.front();
      auto Rest = llvm::to_vector(llvm::drop_begin(All));
      auto Split = std::stable_partition(Rest.begin(), Rest.end(), IsLikeFirst);
      std::vector<LostUpdate> More(Rest.begin(), Split);
      report(*In, First, More, Sink);
      All.assign(Split, Rest.end());
    }
  }
}
