//===- size_mixes.cpp - one word in two sizes -----------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "analyzer/analysis/contention/size_mixes.h"
#include "analyzer/analysis/contention/collision.h"
#include "analyzer/analysis/flow/dependence.h"
#include "analyzer/analysis/handoff/handoff_detail.h"
#include "analyzer/analysis/memory/overlap.h"
#include "analyzer/analysis/memory/place_form.h"
#include "analyzer/analysis/order/barrier_intervals.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace fencepost {
namespace {

bool isWrite(const Event &E) {
  return E.Kind == EventKind::Store || isRmw(E.Kind);
}

/// Bytes of all fields on the way to an address together; nullopt if one of
/// them is not known.
std::optional<int64_t> fieldBytes(const Function &Fn, ValueId V) {
  int64_t Bytes = 0;
  for (unsigned Steps = 0; Steps < 32; ++Steps) {
    const Value &Of = Fn.value(V);
    bool IsStep = Of.Kind == ValueKind::Op &&
                  (Of.Op == OpCode::Field || Of.Op == OpCode::Cast ||
                   Of.Op == OpCode::Element);
    if (!IsStep)
      return Bytes;
    if (Of.Op == OpCode::Field) {
      if (Of.Imm < 0)
        return std::nullopt;
      Bytes += Of.Imm;
    }
    V = Of.Operands[0];
  }
  return std::nullopt;
}

/// `field:Flag::all` and `field:Flag::rank` at one offset: members of a union.
bool areUnionMembers(const FunctionView &In, EventId X, EventId Y) {
  const Object &A = In.provenance().object(X), &B = In.provenance().object(Y);
  StringRef KA = A.Key, KB = B.Key;
  // Two parameters of a kernel: two arrays, as far as it shows.
  if (A.Kind == BaseKind::Param && B.Kind == BaseKind::Param &&
      In.provenance().canonical(A.Root) != In.provenance().canonical(B.Root))
    return false;
  if (KA == KB || !KA.starts_with("field:") || !KB.starts_with("field:") ||
      A.FieldOffset < 0 || A.FieldOffset != B.FieldOffset)
    return false;
  auto At = fieldBytes(In.fn(), In.event(X).Address);
  // Types without a name are not one type.
  StringRef Type = KA.rsplit("::").first;
  return At && At == fieldBytes(In.fn(), In.event(Y).Address) &&
         Type != "field:" && Type == KB.rsplit("::").first;
}

/// The way from a pointer to what is accessed behind it.
struct Way {
  struct Part {
    StringRef Of;      ///< The struct or union.
    int64_t Bytes = 0; ///< From its start to the access.
  };
  SmallVector<Part, 4> Parts; ///< Innermost first.
  ValueId Root = UnknownValue;
};

/// Nothing of what lies outside of a field at an unknown offset, or of an array
/// within a struct.
Way wayOf(const Function &Fn, ValueId V) {
  Way W;
  int64_t Bytes = 0;
  bool IsKnown = true;
  for (unsigned Steps = 0; Steps < 32; ++Steps) {
    const Value &Of = Fn.value(V);
    bool IsStep = Of.Kind == ValueKind::Op &&
                  (Of.Op == OpCode::Field || Of.Op == OpCode::Cast ||
                   Of.Op == OpCode::Element);
    if (!IsStep) {
      W.Root = V;
      return W;
    }
    IsKnown &= Of.Op == OpCode::Cast || (Of.Op == OpCode::Field && Of.Imm >= 0);
    if (Of.Op == OpCode::Field && IsKnown) {
      Bytes += Of.Imm;
      StringRef Type = StringRef(Of.Name).rsplit("::").first;
      if (!Type.empty())
        W.Parts.push_back({Type, Bytes});
    }
    V = Of.Operands[0];
  }
  return W;
}

/// `p->bits` and `p->half.high`: both lead through one union behind one
/// pointer, to bytes of which some are the same.
bool areOfOneUnion(const FunctionView &In, EventId X, EventId Y) {
  if (In.provenance().object(X).Key == In.provenance().object(Y).Key)
    return false;
  Way A = wayOf(In.fn(), In.event(X).Address);
  Way B = wayOf(In.fn(), In.event(Y).Address);
  if (A.Root == UnknownValue ||
      In.provenance().canonical(A.Root) != In.provenance().canonical(B.Root))
    return false;
  for (const Way::Part &P : reverse(A.Parts))
    for (const Way::Part &Q : B.Parts)
      if (P.Of == Q.Of)
        return P.Bytes < Q.Bytes + In.event(Y).Bits / 8 &&
               Q.Bytes < P.Bytes + In.event(X).Bits / 8;
  return false;
}

/// Does the branch's way say that a compare-and-swap has changed nothing: what
/// it returned is not what it asked for?
bool saysLost(const FunctionView &In, BlockId Branch, unsigned Way) {
  const Function &Fn = In.fn();
  const Value &Test = Fn.value(Fn.block(Branch).Term.Condition);
  if (Test.Kind != ValueKind::Op ||
      Test.Op != (Way == 0 ? OpCode::Ne : OpCode::Eq))
    return false;
  return any_of(ArrayRef<unsigned>{0, 1}, [&](unsigned I) {
    const Value &Got = Fn.value(stripCasts(Fn, Test.Operands[I]));
    if (Got.Kind != ValueKind::Result)
      return false;
    const Event &E = In.event(EventId(Got.Imm));
    return E.Rmw == RmwOp::Cas && !E.Extra.empty() &&
           stripCasts(Fn, Test.Operands[1 - I]) == stripCasts(Fn, E.Extra[0]);
  });
}

/// Done by the thread whose atomic won something, as one test on the way to it
/// says: that one has lost says another.
bool isClaimed(const FunctionView &In, EventId W) {
  const Function &Fn = In.fn();
  BlockId At = In.cfg().position(W).Block;
  llvm::SmallDenseSet<EventId> Lost, Asked;
  auto Read = [&](BlockId Branch, unsigned Way, bool IsSure) {
    bool HasLost = IsSure && saysLost(In, Branch, Way);
    for (EventId E : sourceEvents(Fn, Fn.block(Branch).Term.Condition))
      if (In.event(E).Kind == EventKind::Rmw)
        (HasLost ? Lost : Asked).insert(E);
  };
  for (const Cfg::Dependence &D : In.cfg().controlDependences(At))
    Read(D.Branch, D.Successor,
         In.cfg().edgeDominates(D.Branch, D.Successor, At));
  for (BlockId B = 0; B < Fn.Blocks.size(); ++B)
    for (unsigned Way = 0; Way < Fn.block(B).Term.Successors.size(); ++Way)
      if (Fn.block(B).Term.Kind == TerminatorKind::Branch &&
          In.cfg().edgeDominates(B, Way, At))
        Read(B, Way, true);
  return any_of(Asked, [&](EventId E) { return !Lost.contains(E); });
}

/// Reached through one pointer, or through pointers of which no two were
/// loaded from different places: a class of loaded pointers says only that
/// they came out of one table.
bool areReachedAlike(const Provenance &Where, EventId W, EventId X) {
  const Object &A = Where.object(W), &B = Where.object(X);
  if (A.Kind != BaseKind::Loaded && B.Kind != BaseKind::Loaded)
    return true;
  return A.Root != UnknownValue && B.Root != UnknownValue &&
         Where.canonical(A.Root) == Where.canonical(B.Root);
}

/// Loaded parts of E's address that are counted in less than what it accesses:
/// where a part of a buffer begins, how far the buffer of a peer is away.
SmallVector<std::pair<ValueId, int64_t>, 2>
baseOf(const FunctionView &In, EventId E, const LinearForm &Form) {
  SmallVector<std::pair<ValueId, int64_t>, 2> Base;
  for (auto &Term : Form.Terms)
    if (In.fn().value(Term.first).Kind == ValueKind::Result &&
        Term.second % std::max<int64_t>(1, In.event(E).Bits / 8) != 0)
      Base.push_back(Term);
  return Base;
}

/// Are both counted from one beginning? Addresses a constant apart are, in
/// whatever a loaded index counts.
bool beginAlike(const FunctionView &In, EventId W, EventId X) {
  LinearForm OfW = placeForm(In, W), OfX = placeForm(In, X);
  return OfW.Terms == OfX.Terms || baseOf(In, W, OfW) == baseOf(In, X, OfX);
}

bool mixes(const FunctionView &In, EventId W, EventId X) {
  const Event &Write = In.event(W), &Atomic = In.event(X);
  if (W == X || Write.Bits == 0 || Atomic.Bits == 0 ||
      Write.Bits == Atomic.Bits || Write.Elements != 1 ||
      Atomic.Elements != 1 || Write.Prx != Proxy::Generic)
    return false;
  const Provenance &Where = In.provenance();
  if (areUnionMembers(In, W, X) || areOfOneUnion(In, W, X))
    return true;
  return Where.object(W).Key == Where.object(X).Key && mayOverlap(In, W, X) &&
         areReachedAlike(Where, W, X) && !areOtherFields(In, W, X) &&
         beginAlike(In, W, X);
}

/// One elected thread does both, or the write comes before anything else can
/// run: the word is prepared.
bool isOneThread(const FunctionView &In, EventId W, EventId X) {
  BlockId A = In.cfg().position(W).Block, B = In.cfg().position(X).Block;
  const Populations &Pop = In.populations();
  bool IsPoll = In.polls().of(X) != nullptr;
  return !IsPoll && Pop.of(A) <= Population::OnePerGrid &&
         Pop.sameThreads(A, B);
}

} // namespace

/// The largest value of V, an index of W: a number of a thread, or the counter
/// of a loop that goes on below a constant.
static std::optional<int64_t> largestOf(const FunctionView &In, ValueId V) {
  const Function &Fn = In.fn();
  V = stripCasts(Fn, V);
  const Value &Node = Fn.value(V);
  if (Node.Kind == ValueKind::Special) {
    if (Node.Name == "laneid")
      return 31;
    if (StringRef(Node.Name).starts_with("tid."))
      return (Fn.MaxThreads ? Fn.MaxThreads : 1024) - 1;
  }
  if (auto Top = upperBound(Fn, V))
    return int64_t(*Top);
  for (const Loop &L : In.loops().all()) {
    if (!is_contained(Fn.block(L.Header).Phis, V))
      continue;
    for (const Loop::Exit &X : L.Exits) {
      const Value &Test = Fn.value(Fn.block(X.From).Term.Condition);
      bool IsLess =
          X.Successor == 1 && (Test.Op == OpCode::Lt || Test.Op == OpCode::Le);
      bool IsMore =
          X.Successor == 0 && (Test.Op == OpCode::Ge || Test.Op == OpCode::Gt);
      if (Test.Kind != ValueKind::Op || (!IsLess && !IsMore) ||
          stripCasts(Fn, Test.Operands[0]) != V)
        continue;
      if (auto End = constantOf(Fn, Test.Operands[1]))
        return *End - (Test.Op == OpCode::Lt || Test.Op == OpCode::Ge);
    }
  }
  return std::nullopt;
}

/// Does W write no farther than to where the next block's part begins? X is in
/// the same part.
static bool staysInPart(const FunctionView &In, EventId W, EventId X) {
  LinearForm OfW = placeForm(In, W), OfX = placeForm(In, X);
  int64_t Part = std::numeric_limits<int64_t>::max();
  int64_t End = OfW.Constant + In.event(W).Bits / 8;
  for (auto [Term, Factor] : OfW.Terms) {
    if (indexLeaves(In.fn(), Term).anyCtaid()) {
      Part = std::min(Part, std::abs(Factor));
      continue;
    }
    if (is_contained(OfX.Terms, std::pair(Term, Factor)) &&
        In.uniformity().of(Term) == Uniform::Grid)
      continue;
    auto Top = largestOf(In, Term);
    if (!Top || *Top < 0 || Factor < 0 || *Top > (int64_t(1) << 40) ||
        Factor > (int64_t(1) << 20))
      return false;
    End += *Top * Factor;
  }
  return wrappingSub(End, std::min(OfW.Constant, OfX.Constant)) <= Part;
}

/// Both are to the block's own part, and its threads meet in between.
static bool isByPhase(const FunctionView &In, const BarrierIntervals &Steps,
                      EventId W, EventId X) {
  ValueId A = In.event(W).Address, B = In.event(X).Address;
  return In.fn().Kind == FunctionKind::Kernel && isOwnedByBlock(In, A) &&
         isOwnedByBlock(In, B) && isOfOtherBlock(In, A, B) == Ternary::No &&
         staysInPart(In, W, X) && !Steps.mayRunTogether(W, X);
}

std::vector<SizeMix> sizeMixesOf(const UnitView &, const FunctionView &In) {
  std::vector<SizeMix> All;
  const Function &Fn = In.fn();
  std::vector<EventId> Writes;
  DenseMap<EventId, bool> Claimed;
  std::optional<BarrierIntervals> Steps;
  auto IsClaimed = [&](EventId W) {
    auto [Is, IsNew] = Claimed.try_emplace(W, false);
    if (IsNew)
      Is->second = isClaimed(In, W);
    return Is->second;
  };
  for (EventId E = 0; E < Fn.Events.size() && Writes.size() < 256; ++E)
    if (isWrite(Fn.Events[E]) && In.provenance().isVisibleToGrid(E) &&
        Fn.Events[E].Address != UnknownValue)
      Writes.push_back(E);
  for (EventId X = 0; X < Fn.Events.size(); ++X) {
    EventKind K = Fn.Events[X].Kind;
    bool IsRmw = isRmw(K);
    const Poll *P = K == EventKind::Load ? In.polls().of(X) : nullptr;
    if (!IsRmw && !(P && P->Kind == PollKind::Flag))
      continue;
    for (EventId W : Writes)
      if (mixes(In, W, X) && !isOneThread(In, W, X) && !IsClaimed(W)) {
        if (!Steps)
          Steps.emplace(In);
        if (isByPhase(In, *Steps, W, X))
          continue;
        All.push_back({W, X});
        break;
      }
  }
  return All;
}

/// Does E read some of the bytes that X updates, at the same address but for a
/// constant?
static bool isPartOf(const FunctionView &In, EventId E, EventId X) {
  LinearForm Part = placeForm(In, E), Whole = placeForm(In, X);
  int64_t At = wrappingSub(Part.Constant, Whole.Constant);
  return Part.Terms == Whole.Terms && At >= 0 &&
         uint64_t(At) * 8 + In.event(E).Bits <= In.event(X).Bits;
}

std::vector<PartProbe> partProbesOf(const FunctionView &In) {
  std::vector<PartProbe> All;
  const Function &Fn = In.fn();
  std::vector<EventId> Loads;
  for (EventId E = 0; E < Fn.Events.size() && Loads.size() < 256; ++E) {
    const Event &Ev = Fn.Events[E];
    if (Ev.Kind == EventKind::Load && Ev.Ord == Order::Weak && !Ev.IsVolatile &&
        Ev.Elements == 1 && Ev.Bits != 0 && Ev.Prx == Proxy::Generic &&
        Ev.Address != UnknownValue && In.provenance().isVisibleToGrid(E))
      Loads.push_back(E);
  }
  for (EventId X = 0; X < Fn.Events.size(); ++X) {
    const Event &Atomic = Fn.Events[X];
    if (!isRmw(Atomic.Kind) || Atomic.Address == UnknownValue ||
        Atomic.Bits < 32 || collisionOf(In, X).By == SharedBy::OneThread)
      continue;
    for (EventId L : Loads)
      if (Fn.Events[L].Bits < Atomic.Bits && isPartOf(In, L, X) &&
          !isOneThread(In, L, X) &&
          any_of(
              In.cfg().controlDependences(In.cfg().position(X).Block),
              [&](const Cfg::Dependence &D) {
                return dependsOn(Fn, Fn.block(D.Branch).Term.Condition, L) ==
                       Ternary::Yes;
              })) {
        All.push_back({L, X});
        break;
      }
  }
  return All;
}

} // namespace fencepost
