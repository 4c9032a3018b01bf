//===- async_reads.cpp - what the async proxy reads -----------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Only certain overlaps count: the address of the store is the address of the
// read plus an index, in the same iteration of every loop around both.
//
//===----------------------------------------------------------------------===//
#include "analyzer/analysis/handoff/async_reads.h"
#include "analyzer/analysis/flow/linear.h"
#include "llvm/ADT/STLExtras.h"
#include <tuple>

using namespace llvm;

namespace fencepost {
namespace {

bool isShared(Space S) {
  return S == Space::SharedCta || S == Space::SharedCluster;
}

/// Casts of addresses, narrowing ones into the shared window included.
ValueId stripAddressCasts(const Function &Fn, ValueId V) {
  for (unsigned Depth = 0; Depth < 16; ++Depth) {
    const Value &Node = Fn.Values[V];
    if (Node.Kind != ValueKind::Op || Node.Op != OpCode::Cast ||
        Node.Operands.size() != 1 || Node.Type.IsFloat ||
        (Node.Type.Bits != 0 && Node.Type.Bits < 32))
      return V;
    V = Node.Operands[0];
  }
  return V;
}

LinearForm addressForm(const FunctionView &In, ValueId Address) {
  return linearForm(In.fn(), Address, [&](ValueId V) {
    ValueId Plain = stripAddressCasts(In.fn(), V);
    return stripAddressCasts(In.fn(), In.provenance().canonical(Plain));
  });
}

bool hasBase(const Function &Fn, const LinearForm &Form) {
  return any_of(Form.Terms, [&](auto &T) {
    return T.second == 1 && Fn.Values[T.first].Kind == ValueKind::Global;
  });
}

/// The form of the address inside a matrix descriptor: masks, shifts and
/// inserted bits around the sum that holds a variable's address.
std::optional<LinearForm> formInDescriptor(const FunctionView &In,
                                           ValueId Descriptor) {
  SmallVector<ValueId, 8> Work{Descriptor};
  std::optional<LinearForm> Found;
  for (unsigned Budget = 64; !Work.empty(); --Budget) {
    if (Budget == 0)
      return std::nullopt;
    ValueId V = Work.pop_back_val();
    LinearForm Form = addressForm(In, V);
    if (hasBase(In.fn(), Form)) {
      if (Found && Found->Terms != Form.Terms)
        return std::nullopt;
      Found = std::move(Form);
      continue;
    }
    for (auto &[Term, Factor] : Form.Terms) {
      const Value &Node = In.fn().Values[Term];
      if (Node.Kind == ValueKind::Op &&
          (Node.Op == OpCode::And || Node.Op == OpCode::Or ||
           Node.Op == OpCode::Xor || Node.Op == OpCode::Shl ||
           Node.Op == OpCode::Shr || Node.Op == OpCode::Cast))
        Work.append(Node.Operands.begin(), Node.Operands.end());
    }
  }
  return Found;
}

/// What is left of the outcome of a branch: two conditions with equal keys say
/// the same thing or its opposite.
struct Outcome {
  std::tuple<OpCode, ValueId, ValueId> Key;
  bool Want;
};

Outcome outcomeOf(const FunctionView &In, ValueId V, bool Want) {
  const Function &Fn = In.fn();
  auto Canon = [&](ValueId X) {
    return In.provenance().canonical(stripCasts(Fn, X));
  };
  for (unsigned Depth = 0; Depth < 16; ++Depth) {
    V = Canon(V);
    const Value &Node = Fn.Values[V];
    if (Node.Kind != ValueKind::Op)
      break;
    if (Node.Op == OpCode::LogicalNot && Node.Operands.size() == 1) {
      Want = !Want;
      V = Node.Operands[0];
      continue;
    }
    if (Node.Operands.size() != 2)
      break;
    bool Flip =
        Node.Op == OpCode::Ne || Node.Op == OpCode::Ge || Node.Op == OpCode::Gt;
    bool IsEquality = Node.Op == OpCode::Eq || Node.Op == OpCode::Ne;
    auto Right = constantOf(Fn, Node.Operands[1]);
    const Value &Left = Fn.Values[Canon(Node.Operands[0])];
    if (IsEquality && Right == 0 && Left.Type.Bits == 1) {
      Want = Want == (Node.Op == OpCode::Ne);
      V = Node.Operands[0];
      continue;
    }
    // `x` and `x != 0` are one condition.
    if (IsEquality && Right == 0)
      return {{OpCode::None, Canon(Node.Operands[0]), UnknownValue},
              Want == (Node.Op == OpCode::Ne)};
    OpCode Op = Node.Op == OpCode::Ne   ? OpCode::Eq
                : Node.Op == OpCode::Ge ? OpCode::Lt
                : Node.Op == OpCode::Gt ? OpCode::Le
                                        : Node.Op;
    return {{Op, Canon(Node.Operands[0]), Canon(Node.Operands[1])},
            Want != Flip};
  }
  return {{OpCode::None, V, UnknownValue}, Want};
}

/// Both blocks hang on one condition of the whole block, with opposite
/// outcomes: the same block of threads never executes both.
bool excludeEachOther(const FunctionView &In, BlockId A, BlockId B) {
  auto Outcomes = [&](BlockId Of) {
    SmallVector<Outcome, 8> Result;
    for (const Cfg::Dependence &D : In.cfg().controlDependences(Of)) {
      const Terminator &T = In.fn().block(D.Branch).Term;
      if (T.Kind == TerminatorKind::Branch &&
          In.uniformity().of(T.Condition) >= Uniform::Block)
        Result.push_back(outcomeOf(In, T.Condition, D.Successor == 0));
    }
    return Result;
  };
  SmallVector<Outcome, 8> OfB = Outcomes(B);
  auto Equals = [&](const Outcome &O) -> std::optional<int64_t> {
    auto [Op, Left, Right] = O.Key;
    if (Op == OpCode::Eq && O.Want)
      return constantOf(In.fn(), Right);
    if (Op == OpCode::None && !O.Want)
      return 0;
    return std::nullopt;
  };
  return any_of(Outcomes(A), [&](const Outcome &X) {
    return any_of(OfB, [&](const Outcome &Y) {
      if (X.Key == Y.Key)
        return X.Want != Y.Want;
      auto EX = Equals(X), EY = Equals(Y);
      return std::get<1>(X.Key) == std::get<1>(Y.Key) && EX && EY && *EX != *EY;
    });
  });
}

/// What lies on the ways from one event to another that pass neither twice and
/// enter no block of Closed.
class Ways {
public:
  Ways(const FunctionView &In, EventId From, EventId To,
       const BitVector &Closed)
      : In(In), From(From), To(To), Closed(Closed) {
    search(From, /*Forward=*/true, Ahead);
    search(To, /*Forward=*/false, Behind);
  }
  bool isReached() const { return Ahead.test(To); }
  bool passes(EventId E) const {
    return E != From && E != To && Ahead.test(E) && Behind.test(E);
  }

private:
  void search(EventId Start, bool Forward, BitVector &Seen) {
    const Function &Fn = In.fn();
    Seen.resize(Fn.Events.size());
    BitVector Entered(Fn.Blocks.size());
    SmallVector<BlockId, 16> Work;
    auto Walk = [&](BlockId B, size_t First) {
      const auto &Events = Fn.Blocks[B].Events;
      for (size_t K = First; K < Events.size(); ++K) {
        EventId E = Forward ? Events[K] : Events[Events.size() - 1 - K];
        Seen.set(E);
        if (E == From || E == To)
          return;
      }
      if (!Forward && Closed.test(B))
        return;
      const auto &Next =
          Forward ? Fn.Blocks[B].Term.Successors : Fn.Blocks[B].Predecessors;
      for (BlockId N : Next)
        if (!Entered.test(N) && !(Forward && Closed.test(N))) {
          Entered.set(N);
          Work.push_back(N);
        }
    };
    Position P = In.cfg().position(Start);
    Walk(P.Block,
         Forward ? P.Index + 1 : Fn.Blocks[P.Block].Events.size() - P.Index);
    while (!Work.empty())
      Walk(Work.pop_back_val(), 0);
  }

  const FunctionView &In;
  EventId From, To;
  const BitVector &Closed;
  BitVector Ahead, Behind;
};

/// Stores, and cp.async, which is of the generic proxy.
bool isGenericWrite(const Event &E) {
  bool IsCopy =
      E.Kind == EventKind::AsyncCopy && E.Done == Completion::CpAsyncGroup;
  if (E.Kind != EventKind::Store && !isRmw(E.Kind) && !IsCopy)
    return false;
  bool InMemory = E.Spc != Space::Local && E.Spc != Space::Param &&
                  E.Spc != Space::Const && E.Spc != Space::Tensor;
  return E.Prx == Proxy::Generic && InMemory && E.Address != UnknownValue;
}

bool isWait(const Event &E) {
  return E.Kind == EventKind::AsyncWait ||
         (E.Kind == EventKind::Mbarrier &&
          (E.Mbar == MbarrierAction::TestWait ||
           E.Mbar == MbarrierAction::TryWait));
}

/// Store = Read + index, where the index may be zero or falls into the bytes
/// that are read.
bool touches(const Function &Fn, const LinearForm &Store,
             const LinearForm &Read, std::optional<int64_t> Bytes) {
  auto IsUnknown = [&](auto &T) { return T.first == UnknownValue; };
  if (Read.Terms.empty() || any_of(Store.Terms, IsUnknown) ||
      any_of(Read.Terms, IsUnknown))
    return false;
  if (!all_of(Read.Terms,
              [&](auto &T) { return is_contained(Store.Terms, T); }))
    return false;
  int64_t Apart = Store.Constant - Read.Constant;
  if (Apart < 0 || (Apart > 0 && (!Bytes || Apart >= *Bytes)))
    return false;
  return all_of(Store.Terms, [&](auto &T) {
    if (is_contained(Read.Terms, T))
      return true;
    return Fn.Values[T.first].Kind != ValueKind::Global && T.second > 0 &&
           (!Bytes || T.second < *Bytes);
  });
}

} // namespace

std::vector<AsyncRead> asyncReads(const FunctionView &In) {
  std::vector<AsyncRead> Result;
  for (EventId Id = 0; Id < In.fn().Events.size(); ++Id) {
    const Event &E = In.event(Id);
    if (E.Prx != Proxy::Async)
      continue;
    if (E.Kind == EventKind::AsyncMma) {
      for (ValueId Operand : E.Extra)
        if (Operand != UnknownValue)
          Result.push_back({Id, Operand, Space::SharedCta, std::nullopt});
      continue;
    }
    if (E.Kind != EventKind::AsyncCopy || E.Extra.empty() ||
        E.Extra[0] == UnknownValue)
      continue;
    bool IsStore = E.Done == Completion::BulkGroup;
    ValueId Size = E.Extra.size() > 1 ? E.Extra[1] : UnknownValue;
    if (!IsStore && Size == UnknownValue)
      continue; // The source is a tensor map.
    Space Spc =
        IsStore ? Space::SharedCta : In.provenance().objectOf(E.Extra[0]).Spc;
    if (isShared(Spc))
      Result.push_back(
          {Id, E.Extra[0], Space::SharedCta, constantOf(In.fn(), Size)});
    else if (Spc == Space::Global)
      Result.push_back({Id, E.Extra[0], Spc, constantOf(In.fn(), Size)});
  }
  return Result;
}

bool coversProxy(const Event &E, Space Spc) {
  if (E.Kind == EventKind::OpaqueCall)
    return true;
  if (E.Kind != EventKind::ProxyFence ||
      (E.Prx != Proxy::Async && E.Prx != Proxy::Unknown))
    return false;
  return !(isShared(E.Spc) && Spc == Space::Global) &&
         !(E.Spc == Space::Global && isShared(Spc));
}

namespace {

/// The search for the writes of one read.
class WriteSearch {
public:
  WriteSearch(const FunctionView &In, const AsyncRead &Read)
      : In(In), Read(Read), ReadBlock(In.cfg().position(Read.By).Block) {
    const Event &E = In.event(Read.By);
    auto Form = E.Kind == EventKind::AsyncMma
                    ? formInDescriptor(In, Read.From)
                    : std::optional(addressForm(In, Read.From));
    if (Form)
      Source = std::move(*Form);
    if (Source.Terms.empty())
      return;
    Key = In.provenance().objectOf(Read.From).Key;
    FilledByCopy =
        any_of(In.fn().Events, [&](const Event &W) { return mayFill(W); });
  }

  std::optional<UnfencedWrite> judge(EventId Store) const {
    const Event &E = In.event(Store);
    if (Source.Terms.empty() || !isGenericWrite(E) || isElsewhere(E) ||
        !touches(In.fn(), addressForm(In, E.Address), Source, Read.Bytes))
      return std::nullopt;
    BlockId At = In.cfg().position(Store).Block;
    if (!In.cfg().reaches(Store, Read.By) ||
        excludeEachOther(In, At, ReadBlock))
      return std::nullopt;
    BitVector Closed = headersToStay(At);
    Ways Way(In, Store, Read.By, Closed);
    if (!Way.isReached())
      return std::nullopt;
    UnfencedWrite Result{Store};
    for (EventId Id = 0; Id < In.fn().Events.size(); ++Id) {
      if (!Way.passes(Id))
        continue;
      const Event &B = In.event(Id);
      if (isOfOneThread(Store, Id)) {
        Result.Early = Id;
        continue;
      }
      if (coversProxy(B, Read.Spc) || mayFill(B) || (FilledByCopy && isWait(B)))
        return std::nullopt;
      if (B.Kind == EventKind::ProxyFence && B.Prx == Proxy::Async)
        Result.Narrow = Id;
      if (B.Kind == EventKind::CtaBarrier ||
          B.Kind == EventKind::ClusterBarrier || B.Kind == EventKind::WarpSync)
        Result.Barrier = Id;
    }
    return Result;
  }

private:
  /// A store that names the other kind of memory, global or shared.
  bool isElsewhere(const Event &W) const {
    return (W.Spc == Space::Global && isShared(Read.Spc)) ||
           (isShared(W.Spc) && Read.Spc == Space::Global);
  }

  /// Is Fence a proxy fence of a thread that was elected, with no barrier
  /// and no acquire between it and what all threads store before? It covers
  /// that thread's own stores alone.
  bool isOfOneThread(EventId Store, EventId Fence) const {
    if (In.event(Fence).Kind != EventKind::ProxyFence ||
        In.populations().upToBounds(In.cfg().position(Store).Block) <
            Population::FewWarps ||
        !In.populations().isElected(In.cfg().position(Fence).Block))
      return false;
    Between Way = In.order().between(Store, Fence);
    // An acquire may have met the stores of the others, by a count of arrivals.
    return Way.Reached && !Way.Opaque && !Way.MayBarrier && !Way.MayWarpSync &&
           Way.MayAcquire == Scope::None &&
           Way.MayAcquireElsewhere == Scope::None;
  }

  /// The async proxy writes, perhaps to the memory that is read.
  bool mayFill(const Event &W) const {
    if (W.Kind != EventKind::AsyncCopy || W.Prx == Proxy::Generic ||
        &W == &In.event(Read.By))
      return false;
    Object To = In.provenance().objectOf(W.Address);
    bool SpaceKnown = isShared(To.Spc) || To.Spc == Space::Global;
    if (isShared(Read.Spc) && W.Done == Completion::BulkGroup)
      return false; // Into global memory.
    if (SpaceKnown && isShared(To.Spc) != isShared(Read.Spc))
      return false;
    return To.Kind == BaseKind::Unknown || To.Kind == BaseKind::Computed ||
           To.Key == Key || In.event(Read.By).Kind == EventKind::AsyncMma;
  }

  /// Headers of loops around both ends in which the source moves: behind them
  /// the read is of other memory.
  BitVector headersToStay(BlockId At) const {
    BitVector Closed(In.fn().Blocks.size());
    for (const Loop &L : In.loops().all())
      if (L.contains(At) && L.contains(ReadBlock) &&
          any_of(Source.Terms,
                 [&](auto &T) { return !In.loops().isInvariant(T.first, L); }))
        Closed.set(L.Header);
    return Closed;
  }

  const FunctionView &In;
  const AsyncRead &Read;
  BlockId ReadBlock;
  LinearForm Source;
  std::string Key;
  bool FilledByCopy = false;
};

} // namespace

std::vector<UnfencedWrite> unfencedWrites(const FunctionView &In,
                                          const AsyncRead &Read, unsigned Max) {
  std::vector<UnfencedWrite> Found;
  WriteSearch Search(In, Read);
  for (EventId Store = 0; Store < In.fn().Events.size() && Found.size() < Max;
       ++Store)
    if (auto W = Search.judge(Store))
      Found.push_back(*W);
  return Found;
}

} // namespace fencepost
