//===- mixed-access.cpp - plain and atomic accesses of one location -------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A location that one thread updates atomically while another loads or stores
// it plainly, or in another size: not morally strong (PTX ISA 8.7.1), so a data
// race, and the atomicity of the update does not hold against it (8.10.3).
//
//===----------------------------------------------------------------------===//
#include "analyzer/analysis/contention/mixed_accesses.h"
#include "checks/story.h"
#include "rules/names.h"

using namespace fencepost;

static constexpr const char *Rule = rules::MixedAccess;

static std::string claim(const FunctionView &In, const MixedPair &M) {
  std::string Name = nameOf(In, M.Plain), Other = nameOf(In, M.Other);
  std::string Who = M.IsAcrossBlocks ? "threads of other blocks"
                                     : "other threads of the block";
  switch (M.What) {
  case Mixed::Init:
    return Name + " is initialised with a plain store while " + Who +
           " may already update " + Other + " atomically";
  case Mixed::Overwrite:
    return Name + " is overwritten with a plain store while " + Who +
           " update " + Other + " atomically";
  case Mixed::FinalRead:
    return Name + " is read before the atomic updates of " + Who +
           " are complete";
  case Mixed::Read:
    return Name + " is read with a plain load while " + Who + " update " +
           Other + " atomically";
  case Mixed::Gate:
    return Name +
           " is read with a plain load to decide who goes on, and what " +
           spelled(In.event(M.Other)) +
           " returns is not compared again: more threads go on than the limit "
           "allows";
  case Mixed::Probe:
    return Name + " is probed with a plain load while " + Who + " update " +
           Other +
           " atomically: the value may be old, and the compiler may "
           "keep it in a register";
  case Mixed::Reset:
    return Name + " is cleared with a plain store while other threads of the "
                  "block may not have read it yet: no barrier stands between "
                  "their read and the store";
  case Mixed::Handover:
    return Name + " is written by one block and read by the others in the same "
                  "kernel, with no synchronization between";
  case Mixed::Size:
    return Name + " and " + Other +
           " are accessed at the same time in different sizes: neither is "
           "atomic towards the other";
  }
  return "";
}

static const char *storyOf(Mixed What) {
  switch (What) {
  case Mixed::Init:
    return "initialised here; a barrier of the block does not hold back other "
           "blocks";
  case Mixed::Overwrite:
    return "overwritten here; an update in flight is lost";
  case Mixed::FinalRead:
    return "read here; what others still add is missing";
  case Mixed::Read:
    return "read here; old and new values may be seen in any order";
  case Mixed::Gate:
    return "compared here; others update it before the next step";
  case Mixed::Probe:
    return "probed here";
  case Mixed::Reset:
    return "cleared here; a slow thread then reads the next round's value";
  case Mixed::Handover:
    return "stored here, by one thread of the grid";
  case Mixed::Size:
    return "accessed here";
  }
  return "";
}

static void suggest(FindingBuilder &F, const FunctionView &In,
                    const MixedPair &M) {
  std::string Name = nameOf(In, M.Plain);
  switch (M.What) {
  case Mixed::Init:
    if (!M.IsAcrossBlocks) {
      F.alternative("barrier-after-init",
                    "put a barrier of the block behind the initialisation");
      return;
    }
    F.alternative("clear-before-launch", "clear " + Name +
                                             " before the launch "
                                             "('cudaMemsetAsync'), or in an "
                                             "earlier kernel");
    return;
  case Mixed::FinalRead:
    if (!M.IsAcrossBlocks) {
      F.alternative("barrier-before-read",
                    "put a barrier of the block before the read");
      return;
    }
    F.alternative("second-kernel", "read " + Name + " in a second kernel")
        .alternative("last-block-ticket",
                     "let the last block read it: fence, atomic ticket, fence");
    return;
  case Mixed::Handover:
    F.alternative("compute-per-block",
                  "compute the value in each block, or pass it as an argument")
        .alternative("earlier-kernel",
                     "write " + Name + " in an earlier kernel");
    return;
  case Mixed::Reset:
    F.alternative("barrier-behind-read",
                  "put a barrier of the block behind the read, before " + Name +
                      " is cleared")
        .alternative("two-words", "use two words in turn, and clear the one "
                                  "that is not in use");
    return;
  case Mixed::Size:
    F.alternative("own-word", "give each writer a word of its own, in the size "
                              "in which it is read")
        .alternative("one-size", "access the word in one size everywhere, with "
                                 "masks for its parts");
    return;
  case Mixed::Overwrite:
    F.alternative("atomic-store",
                  "store with 'atomicExch' or 'cuda::atomic_ref' and "
                  "'store(..., cuda::memory_order_relaxed)'");
    break;
  case Mixed::Gate:
    F.alternative("check-the-result",
                  "compare what " + spelled(In.event(M.Other)) +
                      " returns, and take no place beyond the limit");
    return;
  case Mixed::Read:
  case Mixed::Probe:
    F.alternative("second-buffer",
                  "read from a buffer of an earlier kernel, and update another")
        .alternative("atomic-load", "load with 'cuda::atomic_ref' and "
                                    "'load(cuda::memory_order_relaxed)'");
    break;
  }
}

static Level levelOf(const MixedPair &M) {
  return M.What == Mixed::Probe || M.IsOfRange || M.IsSetApart ? Level::Note
                                                               : Level::Warning;
}

static void report(const FunctionView &In, const MixedPair &M,
                   FindingSink &Sink) {
  const Event &Plain = In.event(M.Plain), &Other = In.event(M.Other);
  FindingBuilder F(In.module(), In.fn(), Rule);
  F.level(levelOf(M))
      .at(Plain.Loc)
      .message(claim(In, M))
      .step(Role::Access, Plain, nameOf(In, M.Plain) + " is " + storyOf(M.What))
      .step(Role::Access, Other,
            M.What == Mixed::Reset ? "and read here, by all threads"
            : M.What == Mixed::Handover
                ? "and loaded here, by threads of every block"
            : M.What == Mixed::Size ? "and here, in another size"
                                    : "the atomic update of others");
  if (!M.IsOneWord && M.What != Mixed::Handover && M.What != Mixed::Size)
    F.assume(M.IsOfRange ? "an element of the launch's range is updated in the "
                           "same launch: levels that follow one another are "
                           "apart"
                         : "the two indices can be the same in different "
                           "threads");
  suggest(F, In, M);
  F.emit(Sink);
}

void fencepost::checkMixedAccess(const UnitView &Unit, FindingSink &Sink) {
  for (const auto &In : Unit.functions()) {
    if (In->fn().Kind != FunctionKind::Kernel)
      continue;
    const Sharing &Who = sharingOf(Unit, *In);
    for (const MixedPair &M : mixedPairsOf(Unit, *In, Who))
      report(*In, M, Sink);
  }
}
