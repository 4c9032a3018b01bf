//===- redundant-atomic.cpp - atomics that could be less ------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An atomic on a word that one thread alone touches, a second atomic that asks
// what a first one has returned, and one ticket per element where one per block
// would do.
//
//===----------------------------------------------------------------------===//

#include "analyzer/analysis/contention/owned_words.h"
#include "analyzer/analysis/contention/repeated_atomics.h"
#include "checks/contention_story.h"
#include "checks/story.h"
#include "rules/names.h"

using namespace fencepost;

static constexpr const char *Rule = rules::RedundantAtomic;

static FindingBuilder begin(const FunctionView &In, EventId E, Level How) {
  FindingBuilder F(In.module(), In.fn(), Rule);
  F.level(How).verdict(Verdict::Costs).at(In.event(E).Loc);
  return F;
}

/// In a loop a register does better; once, a load and a store do the same.
static void tellOwned(const FunctionView &In, const Contention &C, WordOf Owned,
                      FindingSink &Sink) {
  const Event &E = In.event(C.E);
  bool OfWarp = Owned == WordOf::Warp;
  bool IsStore = E.Rmw == RmwOp::Exch, Repeats = C.At.Repeats != NoId;
  std::string Name = plainName(In, C.E);
  FindingBuilder F = begin(In, C.E, Level::Warning);
  F.message(spelled(E) + " on " + nameOf(In, C.E) +
            ", which no other thread of the kernel touches: " +
            (IsStore   ? "a plain store does the same"
             : Repeats ? "a register could hold the sum of the loop"
                       : "a load and a store do the same"));
  F.step(Role::Access, E,
         OfWarp ? "one lane of the warp that has this element, and the old "
                  "value is dropped"
                : "the index is another one in each thread, and the old value "
                  "is dropped");
  if (OfWarp)
    F.assume("blocks are of whole warps");
  if (IsStore)
    F.alternative("plain-store", "'" + Name + " = v;'");
  else if (!Repeats)
    F.alternative("plain-store", "the thread owns '" + Name + "': '" +
                                     ownUpdate(In, C.E) + "'");
  else
    F.alternative("own-output", "the thread owns '" + Name +
                                    "': collect in a register and store it "
                                    "once, '" +
                                    Name + " = sum;' or '" + Name +
                                    " += sum;'");
  F.assume("no other kernel writes " + nameOf(In, C.E) + " at the same time");
  F.emit(Sink);
}

static void tellTicket(const FunctionView &In, const Contention &C,
                       FindingSink &Sink) {
  const Event &E = In.event(C.E);
  bool Draws = (E.Rmw == RmwOp::Add || E.Rmw == RmwOp::Inc) && !E.IsFloat;
  if (!Draws || isUnused(E) || C.IsShared || C.IsProbed ||
      C.At.By != SharedBy::Everyone || C.At.Group != Uniform::Grid ||
      (C.Who != Crowd::Everyone && C.Who != Crowd::ByData) ||
      In.fn().value(E.Operand).Kind != ValueKind::Constant || C.hasFewThreads())
    return;
  FindingBuilder F = begin(In, C.E, Level::Note);
  F.message(spelled(E) + " on " + nameOf(In, C.E) +
            " draws one ticket per element; one per block serves as many "
            "with fewer atomics");
  F.step(Role::Access, E, crowdOf(C) + " draws a ticket of its own");
  F.alternative("ticket-per-block",
                "count the elements of the block first, let one thread draw "
                "the tickets of all with one atomic, and give each thread its "
                "rank in the block");
  // The compiler does this by itself for a constant that is added.
  if (!C.IsMerged)
    F.alternative(
        "ticket-per-warp",
        "'auto g = cg::coalesced_threads();' one lane adds 'g.size()' "
        "to " +
            nameOf(In, C.E) +
            ", 'g.shfl(base, 0) + g.thread_rank()' is the slot");
  F.emit(Sink);
}

static void tellPair(const RepeatedAtomic &R, FindingSink &Sink) {
  const FunctionView &In = *R.Second.In;
  const Event &First = R.First.In->event(R.First.E);
  const Event &E = In.event(R.Second.E);
  FindingBuilder F =
      begin(In, R.Second.E, isRankOfTurn(R) ? Level::Note : Level::Warning);
  std::string Name = nameOf(In, R.Second.E);
  switch (R.Why) {
  case RepeatedWhy::RankAgain:
    F.message(spelled(E) + " on " + Name +
              " draws a second time the rank that " + spelled(First) + " on " +
              nameOf(*R.First.In, R.First.E) + " has returned and dropped");
    F.alternative("keep-the-rank",
                  "store what " + spelled(First) +
                      " returns ('rank[i] = atomicAdd(" +
                      pointerTo(*R.First.In, R.First.E) +
                      ", 1)') and place the element at its bin's offset plus "
                      "that rank, with no second atomic");
    break;
  case RepeatedWhy::AsksAgain:
    F.message(spelled(E) + " on " + Name + " asks for what " + spelled(First) +
              " before it has returned");
    F.alternative("use-the-result", "keep the result of " + spelled(First) +
                                        ": it is the value before, so add "
                                        "the operand to know the one after");
    break;
  case RepeatedWhy::AddsAgain:
    F.message("two atomics in a row add to " + Name +
              ", where one could add the sum of both");
    F.alternative("one-atomic", "add the operands first: 'atomicAdd(" +
                                    pointerTo(In, R.Second.E) + ", a + b)'");
    break;
  }
  if (R.First.In == R.Second.In)
    F.step(Role::Access, First, "the first one");
  else
    F.step(Role::Access, First.Loc,
           "the first one, in '" + R.First.In->fn().Display +
               "': its result is dropped");
  F.step(Role::Access, E, "the second one");
  if (R.First.In != R.Second.In)
    F.assume("both kernels see the same keys");
  F.emit(Sink);
}

void fencepost::checkRedundantAtomic(const UnitView &Unit, FindingSink &Sink) {
  for (const auto &In : Unit.functions())
    for (EventId E = 0; E < In->fn().Events.size(); ++E)
      if (auto C = contentionOf(Unit, *In, E)) {
        if (WordOf Owned = ownerOfWord(Unit, *In, *C); Owned != WordOf::Many)
          tellOwned(*In, *C, Owned, Sink);
        tellTicket(*In, *C, Sink);
      }
  for (const RepeatedAtomic &R : repeatedAtomics(Unit))
    tellPair(R, Sink);
}
