//===- contention_claims.cpp - what contended-atomic says -----------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "checks/contention_story.h"
#include "checks/story.h"

using namespace fencepost;

/// `every thread of the grid updates `.
static std::string crowdUpdates(const Contention &C) {
  bool AreMany = C.isWholeGrid() || C.Who == Crowd::Unknown;
  return crowdOf(C) + (AreMany ? " update " : " updates ");
}

/// What the compiler makes of it: one per warp, or one after the other.
static std::string mergingOf(const FunctionView &In, const Contention &C) {
  const Event &E = In.event(C.E);
  if (C.Who == Crowd::PerWarp)
    return "the number of atomics on this word grows with the number of warps";
  if (C.IsShared && (E.IsFloat || E.Bits == 64))
    return typeOf(E) + " atomics in shared memory are compare-and-swap loops "
                       "that lose against each other";
  if (C.IsShared && C.IsMerged)
    return "the lanes of a warp are merged, and the warps pass one after the "
           "other";
  if (C.IsMerged)
    return "the compiler merges the lanes of a warp, so one atomic per warp " +
           std::string(C.IsInGrowingLoop ? "and iteration " : "") + "is left";
  if (C.IsUpdate && C.IsProbed)
    return "the look before it spares those that come late, but all threads "
           "that run at first try their compare-and-swap at once";
  if (C.IsUpdate)
    return "a compare-and-swap loop fails for all but one thread at a time";
  if (E.IsFloat)
    return "the compiler does not merge " + typeOf(E) +
           " atomics, so they are done one after the other";
  return "the compiler does not merge these operations over a warp, so they "
         "are done one after the other";
}

std::string fencepost::claimOf(const FunctionView &In, const Contention &C,
                               Claim What) {
  const Event &E = In.event(C.E);
  std::string Name = nameOf(In, C.E);
  std::string By = " by " + spelled(E);
  switch (What) {
  case Claim::None:
    return "";
  case Claim::OneWord:
  case Claim::PerWarp:
    return crowdUpdates(C) + "the one word " + Name + By + howOften(C) + "; " +
           mergingOf(In, C);
  case Claim::FewBins:
    return crowdUpdates(C) + "one of " + std::to_string(C.At.Words) +
           " words of " + Name + " in global memory" + By +
           ", so many meet at each of them";
  case Claim::Loop:
    return "the loop comes to the same word " + Name + By +
           " in every iteration; a register could hold it until the loop ends";
  case Claim::Lock:
    return "every thread takes the lock " + Name + By +
           " for its own update: those who share a lock pass one after the "
           "other, several round trips each";
  }
  return "";
}

void fencepost::tellAlternatives(FindingBuilder &F, const FunctionView &In,
                                 const Contention &C, Claim What) {
  std::string Name = plainName(In, C.E);
  switch (What) {
  case Claim::None:
    return;
  case Claim::OneWord:
  case Claim::PerWarp:
    if (C.At.Group == Uniform::Block && !C.IsShared)
      F.alternative("own-output",
                    "'" + Name +
                        "' is one word for the whole block: let the block own "
                        "it, reduce in the block and store it once, with no "
                        "atomic where no other block adds to it");
    if (C.IsShared && isCountOfOne(In, In.event(C.E)) && !C.IsInGrowingLoop)
      F.alternative("count-at-the-barrier",
                    "'int hits = __syncthreads_count(condition);' counts the "
                    "threads of the block at a barrier");
    tellReduction(F, In, C);
    return;
  case Claim::FewBins:
    F.alternative("private-copy",
                  "count in a copy in shared memory, '__shared__ " +
                      typeOf(In.event(C.E)) + " part[" +
                      std::to_string(C.At.Words) +
                      "];' with 'atomicAdd_block', and add it to '" + Name +
                      "' once per block behind '__syncthreads()'");
    return;
  case Claim::Loop:
    F.alternative("accumulate-in-register",
                  "collect the sum of " + loopAt(In, C.At.Repeats) +
                      " in a register and do " + callOf(In, C.E, "sum") +
                      " once behind it");
    return;
  case Claim::Lock:
    F.alternative("own-output",
                  "combine the updates of a block first, by column in shared "
                  "memory, and take the lock once per block")
        .alternative("packed-atomic",
                     "pack the state into 64 bits and update it with one "
                     "atomic instead of a lock")
        .alternative("two-kernels",
                     "store one partial result per block and combine them in "
                     "a second kernel");
    return;
  }
}
