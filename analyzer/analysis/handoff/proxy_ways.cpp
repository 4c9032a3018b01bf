//===- proxy_ways.cpp - between ordinary writes and bulk copies -----------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Only certain overlaps count: the address of the store is the address of the
// copy plus an index of threads, in the same iteration of every loop around
// both.
//
//===----------------------------------------------------------------------===//
#include "analyzer/analysis/handoff/proxy_ways.h"
#include "analyzer/analysis/flow/evaluate.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <tuple>

using namespace llvm;

namespace fencepost {
namespace {

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

/// Threads of one block that come to a place, as far as the numbers of threads
/// decide: lanes of the first warp, the first of the others, and the first of
/// other rows.
class FirstThreads {
public:
  struct Ids {
    const FunctionView &In;
    int64_t X = 0, Y = 0;

    std::optional<int64_t> id(const Value &V) const {
      StringRef Name = V.Kind == ValueKind::Special ? V.Name : StringRef();
      return Name == "tid.x"    ? std::optional(X)
             : Name == "tid.y"  ? std::optional(Y)
             : Name == "tid.z"  ? std::optional<int64_t>(0)
             : Name == "laneid" ? std::optional(X % 32)
                                : std::nullopt;
    }
    /// In the first turns of the loops.
    std::optional<int64_t> evaluate(const LinearForm &Form) const {
      int64_t Sum = Form.Constant;
      for (auto [Term, Factor] : Form.Terms) {
        auto Is = fencepost::evaluate(In.fn(), Term, [&](ValueId V) {
          const Value &Node = In.fn().value(V);
          return Node.Kind == ValueKind::Phi ? start(Node) : id(Node);
        });
        if (!Is || MulOverflow(*Is, Factor, *Is) || AddOverflow(Sum, *Is, Sum))
          return std::nullopt;
      }
      return Sum;
    }

  private:
    /// What Phi may begin with, if that is zero for this thread.
    std::optional<int64_t> start(const Value &Phi) const {
      auto Own = [&](ValueId V) { return id(In.fn().value(V)); };
      bool IsZero = any_of(Phi.Operands, [&](ValueId V) {
        return fencepost::evaluate(In.fn(), V, Own) == 0;
      });
      return IsZero ? std::optional<int64_t>(0) : std::nullopt;
    }
  };

  FirstThreads(const FunctionView &In, BlockId At) : In(In), At(At) {}

  bool any(function_ref<bool(const Ids &)> Is) const {
    constexpr int64_t WarpSize = 32;
    auto Check = [&](const Ids &Thread) { return Is(Thread) && comes(Thread); };
    for (int64_t I = 0; I < WarpSize; ++I)
      if (Check({In, I}) || Check({In, I * WarpSize}) || Check({In, 0, I}))
        return true;
    return false;
  }

private:
  bool comes(const Ids &Thread) const {
    const Function &Fn = In.fn();
    return all_of(In.cfg().controlDependences(At),
                  [&](const Cfg::Dependence &D) {
                    const Terminator &T = Fn.block(D.Branch).Term;
                    if (T.Kind != TerminatorKind::Branch)
                      return true;
                    auto Goes = evaluate(Fn, T.Condition, [&](ValueId V) {
                      return Thread.id(Fn.value(V));
                    });
                    return !Goes || (*Goes != 0) == (D.Successor == 0);
                  });
  }

  const FunctionView &In;
  BlockId At;
};

} // namespace

LinearForm addressForm(const FunctionView &In, ValueId Address) {
  return linearForm(In.fn(), Address, [&](ValueId V) {
    ValueId Plain = stripAddressCasts(In.fn(), V);
    return stripAddressCasts(In.fn(), In.provenance().canonical(Plain));
  });
}

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

Ways::Ways(const FunctionView &In, EventId From, EventId To,
           const BitVector &Closed)
    : In(In), From(From), To(To), Closed(Closed) {
  search(From, /*Forward=*/true, Ahead);
  search(To, /*Forward=*/false, Behind);
}

void Ways::search(EventId Start, bool Forward, BitVector &Seen) {
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

bool isGenericWrite(const Event &E) {
  bool IsCopy =
      E.Kind == EventKind::AsyncCopy && E.Done == Completion::CpAsyncGroup;
  if (E.Kind != EventKind::Store && !isRmw(E.Kind) && !IsCopy)
    return false;
  bool InMemory = E.Spc != Space::Local && E.Spc != Space::Param &&
                  E.Spc != Space::Const && E.Spc != Space::Tensor;
  return E.Prx == Proxy::Generic && InMemory && E.Address != UnknownValue;
}

bool touches(const FunctionView &In, BlockId At, const LinearForm &Store,
             const LinearForm &Read, std::optional<int64_t> Bytes) {
  auto IsUnknown = [&](auto &T) { return T.first == UnknownValue; };
  if (Read.Terms.empty() || any_of(Store.Terms, IsUnknown) ||
      any_of(Read.Terms, IsUnknown))
    return false;
  if (!all_of(Read.Terms,
              [&](auto &T) { return is_contained(Store.Terms, T); }))
    return false;
  LinearForm Index;
  Index.Constant = Store.Constant - Read.Constant;
  copy_if(Store.Terms, std::back_inserter(Index.Terms),
          [&](auto &T) { return !is_contained(Read.Terms, T); });
  if (any_of(Index.Terms,
             [&](auto &T) { return Bytes && std::abs(T.second) >= *Bytes; }))
    return false;
  return FirstThreads(In, At).any([&](const FirstThreads::Ids &Thread) {
    auto Where = Thread.evaluate(Index);
    return Where && *Where >= 0 && *Where < Bytes.value_or(1);
  });
}

BitVector headersToStay(const FunctionView &In, const LinearForm &Of, BlockId A,
                        BlockId B) {
  BitVector Closed(In.fn().Blocks.size());
  for (const Loop &L : In.loops().all())
    if (L.contains(A) && L.contains(B) && any_of(Of.Terms, [&](auto &T) {
          return !In.loops().isInvariant(T.first, L);
        }))
      Closed.set(L.Header);
  return Closed;
}

} // namespace fencepost
