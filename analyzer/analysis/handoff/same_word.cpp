//===- same_word.cpp - updates of one word by one thread ------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Bits of a word that are changed one after the other, of which only some are
// waited for, and words that are taken and put back as they were.
//
//===----------------------------------------------------------------------===//

#include "analyzer/analysis/handoff/handoff_detail.h"
#include "analyzer/analysis/memory/place_form.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <map>
#include <set>

using namespace fencepost;

namespace {
/// An address as a sum.
using WordForm = std::pair<int64_t, std::vector<std::pair<ValueId, int64_t>>>;

/// The atomic updates of the function, by the word.
struct KeptUpdates {
  std::optional<std::map<WordForm, std::vector<EventId>>> Of;
};
} // namespace

static WordForm wordOf(const FunctionView &In, EventId E) {
  LinearForm Form = placeForm(In, E);
  return {Form.Constant, {Form.Terms.begin(), Form.Terms.end()}};
}

/// The atomic updates by which one thread comes to the very word of E, in one
/// turn of its loops.
static llvm::ArrayRef<EventId> updatesOf(const FunctionView &In, EventId E) {
  auto &Of = In.kept().of<KeptUpdates>().Of;
  if (!Of) {
    Of.emplace();
    for (EventId U = 0; U < In.fn().Events.size(); ++U)
      if (isRmw(In.event(U).Kind) && In.event(U).Address != UnknownValue)
        (*Of)[wordOf(In, U)].push_back(U);
  }
  if (In.event(E).Address == UnknownValue)
    return {};
  auto At = Of->find(wordOf(In, E));
  return At == Of->end() ? llvm::ArrayRef<EventId>()
                         : llvm::ArrayRef<EventId>(At->second);
}

/// Of more updates of one word, none is asked about.
static constexpr size_t MaxUpdates = 64;

//===- One word of several bits -------------------------------------------===//

static bool changesBits(const Event &E) {
  return isRmw(E.Kind) &&
         (E.Rmw == RmwOp::Or || E.Rmw == RmwOp::And || E.Rmw == RmwOp::Xor);
}

/// The bits that E may change; nullopt where they are not known.
static std::optional<uint64_t> bitsChanged(const FunctionView &In,
                                           const Event &E) {
  if (E.Operand == UnknownValue || E.Bits == 0 || E.Bits > 64)
    return std::nullopt;
  auto By = constantOf(In.fn(), E.Operand);
  if (!By)
    return std::nullopt;
  uint64_t Bits = E.Rmw == RmwOp::And ? ~uint64_t(*By) : uint64_t(*By);
  return Bits & llvm::maskTrailingOnes<uint64_t>(E.Bits);
}

namespace {
/// Which bits of what Read returns a value is made of.
class BitsAsked {
public:
  BitsAsked(const FunctionView &In, EventId Read) : In(In), Read(Read) {}
  void add(ValueId V, uint64_t Bits);
  uint64_t Found = 0; ///< All where the walk is too long.

private:
  const FunctionView &In;
  EventId Read;
  std::set<std::pair<ValueId, uint64_t>> Seen;

  void addOperands(const Value &Node, uint64_t Bits) {
    for (ValueId Of : Node.Operands)
      add(Of, Bits);
  }
  void addOperation(const Value &Node, uint64_t Bits);
};
} // namespace

static constexpr uint64_t AllBits = ~uint64_t(0);

void BitsAsked::add(ValueId V, uint64_t Bits) {
  constexpr size_t MaxSteps = 64;
  if (V == UnknownValue || Seen.size() >= MaxSteps) {
    Found = AllBits;
    return;
  }
  if (Bits == 0 || !Seen.insert({V, Bits}).second)
    return;
  const Value &Node = In.fn().value(V);
  if (Node.Kind == ValueKind::Result) {
    const Event &From = In.event(EventId(Node.Imm));
    if (EventId(Node.Imm) == Read)
      Found |= Bits;
    else if (From.Kind == EventKind::WarpCollective)
      for (ValueId Of : From.Extra)
        add(Of, AllBits);
  } else if (Node.Kind == ValueKind::Op) {
    addOperation(Node, Bits);
  } else {
    addOperands(Node, Bits);
  }
}

void BitsAsked::addOperation(const Value &Node, uint64_t Bits) {
  auto Number = [&](unsigned I) {
    return I < Node.Operands.size() ? constantOf(In.fn(), Node.Operands[I])
                                    : std::nullopt;
  };
  if (Node.Op == OpCode::And) {
    for (unsigned I = 0; I < Node.Operands.size(); ++I) {
      auto Mask = Number(1 - I);
      add(Node.Operands[I], Mask ? Bits & uint64_t(*Mask) : Bits);
    }
    return;
  }
  auto By = Number(1);
  bool IsShift = By && *By >= 0 && *By < 64;
  if (Node.Op == OpCode::Shr && IsShift && !Node.Type.IsSigned &&
      Node.Type.Bits > 0) {
    Bits &=
        llvm::maskTrailingOnes<uint64_t>(std::min(64u, Node.Type.Bits + 0u));
    return add(Node.Operands[0], Bits << *By);
  }
  if (Node.Op == OpCode::Shl && IsShift)
    return add(Node.Operands[0], Bits >> *By);
  // A sign may be spread over what a cast adds.
  if (Node.Op == OpCode::Cast && !Node.Type.IsFloat) {
    const Value &From = In.fn().value(Node.Operands[0]);
    bool IsWhole = From.Type.Bits > 0 && From.Type.Bits < 64;
    uint64_t Has =
        IsWhole ? llvm::maskTrailingOnes<uint64_t>(From.Type.Bits) : AllBits;
    bool IsSpread = From.Type.IsSigned && (Bits & ~Has) != 0;
    return add(Node.Operands[0],
               (Bits & Has) |
                   (IsSpread && IsWhole ? Has ^ (Has >> 1) : uint64_t(0)));
  }
  bool ByBit =
      Node.Op == OpCode::Or || Node.Op == OpCode::Xor || Node.Op == OpCode::Not;
  addOperands(Node, ByBit ? Bits : AllBits);
}

/// The bits of the word that decide whether the wait ends: all where that is
/// not known.
static uint64_t bitsAwaited(const AccessRef &Wait, unsigned Width) {
  const Poll *P = Wait.In->polls().of(Wait.E);
  const Event &Read = Wait.In->event(Wait.E);
  if (!P || Read.Bits != Width || Read.Elements != 1)
    return AllBits;
  BitsAsked Asked(*Wait.In, Wait.E);
  for (const Loop::Exit &X : P->Exits)
    Asked.add(Wait.In->fn().block(X.From).Term.Condition, AllBits);
  return Asked.Found ? Asked.Found : AllBits;
}

/// The bits that the unit waits for in words like that of E; 0 where it waits
/// for none.
static uint64_t bitsAwaited(const UnitView &Unit, const FunctionView &In,
                            EventId E) {
  uint64_t All = 0;
  for (const AccessRef &A : Unit.pollsOf(In, E, true))
    All |= bitsAwaited(A, In.event(E).Bits);
  return All;
}

/// Does To release what came before From: itself, or by a fence on every way?
static bool isReleasedAfter(const FunctionView &In, EventId From, EventId To) {
  auto IsFence = [&](EventId F) {
    const Event &Ev = In.event(F);
    return Ev.Kind == EventKind::Fence && releases(Ev.Ord) &&
           Ev.Scp >= In.event(From).Scp && Ev.Scp != Scope::Unknown;
  };
  return releases(In.event(To).Ord) ||
         In.order()
             .forward(
                 From, [&](EventId F) { return F == To; }, IsFence)
             .empty();
}

bool fencepost::isToldByNext(const UnitView &Unit, const FunctionView &In,
                             EventId Publish) {
  const Event &E = In.event(Publish);
  if (!changesBits(E) || (E.Kind == EventKind::Rmw && E.ResultUsed))
    return false;
  auto Changed = bitsChanged(In, E);
  llvm::ArrayRef<EventId> Updates = updatesOf(In, Publish);
  if (!Changed || Updates.size() < 2 || Updates.size() > MaxUpdates)
    return false;
  // Whoever waits for the bits of Publish goes on before the release.
  uint64_t Awaited = bitsAwaited(Unit, In, Publish);
  if (Awaited == 0 || (Awaited & *Changed) != 0)
    return false;
  auto Waits = [&](EventId F) {
    EventKind Kind = In.event(F).Kind;
    return Kind == EventKind::OpaqueCall || Kind == EventKind::CtaBarrier ||
           In.polls().of(F);
  };
  Position At = In.cfg().position(Publish);
  return llvm::any_of(Updates, [&](EventId R) {
    const Event &Next = In.event(R);
    if (R == Publish || !changesBits(Next) || Next.Scp < E.Scp ||
        (bitsChanged(In, Next).value_or(0) & Awaited) == 0 ||
        !isBefore(In, Publish, R) || !In.cfg().reaches(Publish, R))
      return false;
    Position To = In.cfg().position(R);
    return (To.Block == At.Block ||
            In.cfg().postDominates(To.Block, At.Block)) &&
           isReleasedAfter(In, Publish, R) &&
           In.order()
               .forward(Publish, Waits, [&](EventId F) { return F == R; })
               .empty();
  });
}

//===- What was only borrowed ---------------------------------------------===//

/// Is V, on all ways, what the compare-and-swap has found or expected? A
/// constant is a state of the word like any other.
static bool isFoundBy(const FunctionView &In, EventId Cas, ValueId V,
                      unsigned Depth = 0) {
  constexpr unsigned MaxDepth = 4, MaxWays = 8;
  const Event &Swap = In.event(Cas);
  const Value &Node = In.fn().value(V);
  if (Depth > MaxDepth || Node.Kind == ValueKind::Constant ||
      Node.Operands.size() > MaxWays)
    return false;
  if (V == Swap.Result ||
      In.provenance().canonical(V) == In.provenance().canonical(Swap.Extra[0]))
    return true;
  llvm::ArrayRef<ValueId> Ways = Node.Operands;
  if (Node.Kind == ValueKind::Op && Node.Op == OpCode::Select)
    Ways = Ways.drop_front();
  else if (Node.Kind != ValueKind::Phi &&
           !(Node.Kind == ValueKind::Op && Node.Op == OpCode::Cast))
    return false;
  return llvm::all_of(
      Ways, [&](ValueId Way) { return isFoundBy(In, Cas, Way, Depth + 1); });
}

bool fencepost::isUndone(const FunctionView &In, EventId E) {
  const Event &Back = In.event(E);
  if (Back.Kind != EventKind::Store || Back.Operand == UnknownValue)
    return false;
  auto Undoes = [&](EventId Cas) {
    if (In.event(Cas).Rmw != RmwOp::Cas || In.event(Cas).Extra.empty() ||
        !In.cfg().dominates(Cas, E) || !isFoundBy(In, Cas, Back.Operand))
      return false;
    auto IsEnd = [&](EventId F) { return F == E || F == Cas; };
    auto IsStored = [&](EventId F) {
      return F != E && F != Cas &&
             (In.event(F).Kind == EventKind::OpaqueCall ||
              (writesMemory(In.event(F)) &&
               In.provenance().isVisibleToGrid(F)));
    };
    return llvm::none_of(
        In.order().forward(Cas, IsStored, IsEnd), [&](const auto &Between) {
          return !In.order()
                      .forward(
                          Between.To, [&](EventId F) { return F == E; },
                          [&](EventId F) { return F == Cas; })
                      .empty();
        });
  };
  llvm::ArrayRef<EventId> Updates = updatesOf(In, E);
  return Updates.size() <= MaxUpdates && llvm::any_of(Updates, Undoes);
}
