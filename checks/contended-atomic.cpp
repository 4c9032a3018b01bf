//===- contended-atomic.cpp - many threads, one address -------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Atomics on one address are done one after the other. The claim is made where
// the address is shown to be one word for the threads of a block or grid, where
// a loop comes back to it, where few bins are hit per element, or where every
// thread takes a lock. An index made of ids alone is known-index-atomic's.
//
//===----------------------------------------------------------------------===//

#include "analyzer/analysis/handoff/handoff_detail.h"
#include "checks/contention_story.h"
#include "checks/story.h"
#include "rules/names.h"

using namespace fencepost;

static constexpr const char *Rule = rules::ContendedAtomic;
static constexpr uint64_t FewWords = 4096;

namespace {

struct Judgement {
  Claim What = Claim::None;
  Level How = Level::Warning;
};

} // namespace

/// A flag: setting it twice is setting it once.
static bool isIdempotent(const FunctionView &In, const Event &E) {
  switch (E.Rmw) {
  case RmwOp::Or:
  case RmwOp::And:
  case RmwOp::Min:
  case RmwOp::Max:
  case RmwOp::Exch:
    return In.fn().value(E.Operand).Kind == ValueKind::Constant;
  case RmwOp::Cas:
    return In.fn().value(E.Operand).Kind == ValueKind::Constant;
  case RmwOp::None:
  case RmwOp::Add:
  case RmwOp::Sub:
  case RmwOp::Inc:
  case RmwOp::Dec:
  case RmwOp::Xor:
  case RmwOp::Other:
    return false;
  }
  return false;
}

static Judgement judgeShared(const FunctionView &In, const Contention &C) {
  const Event &E = In.event(C.E);
  bool Again = C.IsInGrowingLoop && C.At.Repeats != NoId && !C.IsReadInLoop;
  if (E.IsFloat || C.IsUpdate)
    return {Claim::OneWord,
            C.Who == Crowd::ByData && !Again ? Level::Note : Level::Warning};
  if (C.IsMerged && Again && C.Who != Crowd::ByData)
    return {Claim::OneWord, Level::Warning};
  if (Again || E.Bits == 64 || isCountOfOne(In, E))
    return {Claim::OneWord, Level::Note};
  return {};
}

/// One address for all threads of a block, or of more.
static Judgement judgeOneWord(const FunctionView &In, const Contention &C) {
  const Event &E = In.event(C.E);
  if (C.isSmall())
    return {};
  switch (C.Who) {
  case Crowd::Unknown:
  case Crowd::One:
    return {};
  case Crowd::PerWarp:
    if (C.IsShared || !isUnused(E) || !isReduction(In, E) ||
        C.At.Group != Uniform::Grid)
      return {};
    if (C.IsInGrowingLoop && C.At.Repeats != NoId && !C.IsRare)
      return {Claim::PerWarp, Level::Warning};
    return {Claim::PerWarp, C.HasFixedGrid || C.HasGridLoop || C.IsRare
                                ? Level::Note
                                : Level::Warning};
  case Crowd::ByData:
    if (isIdempotent(In, E))
      return {};
    break;
  case Crowd::SomeWarps:
  case Crowd::Everyone:
    break;
  }
  // A look before spares those that come late. Where each try is a
  // compare-and-swap, all that run at first still meet.
  if (C.IsProbed && (!C.IsUpdate || C.IsShared || C.At.Group != Uniform::Grid))
    return {};
  // The warps of one block, merged: too few to wait long.
  if (C.At.Group == Uniform::Block && !C.IsShared && C.IsMerged &&
      !C.IsInGrowingLoop)
    return {};
  if (!C.IsUpdate && (!isUnused(E) || !isReduction(In, E)))
    return {};
  if (C.IsShared)
    return judgeShared(In, C);
  // Merged, it is one atomic per warp like the others.
  if (C.Who != Crowd::ByData)
    return {Claim::OneWord, C.IsRare || (C.IsMerged && !C.IsInGrowingLoop &&
                                         (C.HasFixedGrid || C.HasGridLoop))
                                ? Level::Note
                                : Level::Warning};
  // The warps of one block whose data ask for it keep no grid waiting.
  bool IsOften =
      (!C.IsMerged || C.IsInGrowingLoop) && !C.IsRare && !C.IsOneBlock;
  return {Claim::OneWord, IsOften ? Level::Warning : Level::Note};
}

/// Does each turn of the loop order what it has done before the atomic? Then it
/// tells of that turn, and cannot wait for the last one.
static bool tellsOfTurn(const FunctionView &In, const Contention &C) {
  const Loop &Around = In.loops().all()[C.At.Repeats];
  return llvm::any_of(Around.Blocks, [&](BlockId B) {
    return llvm::any_of(In.fn().block(B).Events, [&](EventId F) {
      const Event &Fence = In.event(F);
      return Fence.Kind == EventKind::Fence && releases(Fence.Ord) &&
             Fence.Scp >= Scope::Gpu && isBefore(In, F, C.E) &&
             In.cfg().reaches(F, C.E);
    });
  });
}

static Judgement judgeClaim(const FunctionView &In, const Contention &C) {
  const Event &E = In.event(C.E);
  bool IsCrowd = C.Who == Crowd::Everyone || C.Who == Crowd::SomeWarps ||
                 C.Who == Crowd::ByData;
  if (C.IsLock) {
    bool Meets = C.At.By == SharedBy::Many || C.At.By == SharedBy::Everyone;
    bool Takes = IsCrowd && !C.IsShared && !C.isSmall() &&
                 (Meets || C.At.By == SharedBy::Data);
    return {Takes ? Claim::Lock : Claim::None,
            Meets && C.Who != Crowd::ByData ? Level::Warning : Level::Note};
  }
  if (C.At.By == SharedBy::Everyone)
    return judgeOneWord(In, C);
  if (C.At.By != SharedBy::Data || !IsCrowd || C.IsShared || C.isSmall() ||
      C.IsProbed || !(C.IsUpdate || (isUnused(E) && isReduction(In, E))))
    return {};
  if (C.At.IsInvariant && C.At.Repeats != NoId && !C.IsReadInLoop &&
      C.IsInGrowingLoop && !tellsOfTurn(In, C))
    return {Claim::Loop, C.Who == Crowd::ByData ? Level::Note : Level::Warning};
  if (C.At.Words > 0 && C.At.Words <= FewWords)
    return {Claim::FewBins, C.Who == Crowd::ByData || C.At.IsPerBlock
                                ? Level::Note
                                : Level::Warning};
  return {};
}

static Judgement judge(const FunctionView &In, const Contention &C) {
  Judgement V = judgeClaim(In, C);
  // What the host or another device shares is often wanted one by one.
  if (In.event(C.E).Scp == Scope::Sys)
    V.How = Level::Note;
  return V;
}

void fencepost::checkContendedAtomic(const UnitView &Unit, FindingSink &Sink) {
  for (const auto &In : Unit.functions()) {
    std::vector<Told> Found;
    for (EventId E = 0; E < In->fn().Events.size(); ++E)
      if (auto C = contentionOf(Unit, *In, E)) {
        Judgement V = judge(*In, *C);
        if (V.What != Claim::None)
          Found.push_back({*C, V.How, V.What});
      }
    for (const auto &Group : alike(*In, Found)) {
      const auto &[C, How, What] = Group.front();
      FindingBuilder F(In->module(), In->fn(), Rule);
      F.level(How)
          .verdict(Verdict::Costs)
          .at(In->event(C.E).Loc)
          .message(claimOf(*In, C, What) + moreLikeIt(Group));
      tellContention(F, *In, C);
      tellOthers(F, *In, Group);
      tellAlternatives(F, *In, C, What);
      F.emit(Sink);
    }
  }
}
