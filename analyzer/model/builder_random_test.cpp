//===- builder_random_test.cpp - SSA form means what was written ----------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Random graphs, irreducible ones and dead blocks too, filled in any order and
// sealed at any time: along random paths, what is read is what the statements
// on the path wrote last.
//
//===----------------------------------------------------------------------===//

#include "analyzer/model/builder.h"
#include "llvm/ADT/STLExtras.h"
#include "gtest/gtest.h"
#include <map>
#include <optional>
#include <random>

using namespace fencepost;

namespace {

constexpr ValueType Int{32, false, true, false};
constexpr int64_t FirstMark = 1000, FirstValue = 100000;
constexpr unsigned Variables = 3;

struct Statement {
  bool Writes = false;
  VariableId Var = 0;
  int64_t Value = 0;
};

struct SourceBlock {
  std::vector<Statement> Statements;
  std::vector<unsigned> Successors; ///< None: return.
};

using Source = std::vector<SourceBlock>;
using Random = std::mt19937;

unsigned upTo(Random &R, unsigned Last) {
  return std::uniform_int_distribution<unsigned>(0, Last)(R);
}

Source makeSource(Random &R) {
  Source S(2 + upTo(R, 14));
  int64_t Next = FirstValue;
  // Mostly forward, so that there are joins behind joins.
  bool IsWild = upTo(R, 2) == 0;
  for (unsigned B = 0; B < S.size(); ++B) {
    for (unsigned I = upTo(R, 2); I > 0; --I)
      S[B].Statements.push_back(
          {upTo(R, 2) == 0, upTo(R, Variables - 1), Next++});
    for (unsigned I = upTo(R, 2); I > 0; --I) {
      unsigned To = 1 + upTo(R, S.size() - 2);
      if (!IsWild && To <= B && upTo(R, 3) != 0)
        To = std::min<unsigned>(S.size() - 1, B + 1 + upTo(R, 2));
      if (To != 0 && !llvm::is_contained(S[B].Successors, To))
        S[B].Successors.push_back(To);
    }
  }
  return S;
}

Function &build(const Source &S, Random &R, Module &M) {
  FunctionBuilder B(M, "random");
  std::vector<BlockId> Ids{0};
  std::vector<unsigned> Order{0}, Missing(S.size());
  for (unsigned I = 1; I < S.size(); ++I) {
    Ids.push_back(B.newBlock());
    Order.push_back(I);
  }
  for (const SourceBlock &Block : S)
    for (unsigned To : Block.Successors)
      ++Missing[To];
  if (upTo(R, 1) != 0)
    std::shuffle(Order.begin() + 1, Order.end(), R);
  bool IsLazy = upTo(R, 3) == 0;
  for (unsigned I = 1; I < S.size(); ++I)
    if (Missing[I] == 0)
      B.seal(Ids[I]);
  auto Emit = [&](ValueId V) {
    Event E;
    E.Kind = EventKind::Store;
    E.Operand = V;
    B.emit(E);
  };
  for (unsigned I : Order) {
    B.startBlock(Ids[I]);
    Emit(B.constant(FirstMark + I, Int));
    for (const Statement &Do : S[I].Statements) {
      if (Do.Writes)
        B.write(Do.Var, B.constant(Do.Value, Int));
      else
        Emit(B.read(Do.Var, Int));
    }
    const auto &To = S[I].Successors;
    if (To.empty())
      B.ret();
    else if (To.size() == 1)
      B.jump(Ids[To[0]]);
    else
      B.branch(B.special("tid.x", {1}), Ids[To[0]], Ids[To[1]]);
    // What follows is dead and must not reach a successor.
    if (upTo(R, 3) == 0)
      B.write(upTo(R, Variables - 1), B.constant(1, Int));
    for (unsigned T : To)
      if (--Missing[T] == 0 && !IsLazy)
        B.seal(Ids[T]);
  }
  return B.finish();
}

/// One path through the finished function beside the same path of the source.
class Walk {
public:
  Walk(const Source &S, const Function &Fn, Random &R) : S(S), Fn(Fn), R(R) {}

  void run() {
    BlockId At = Fn.Entry;
    for (unsigned Steps = 0; Steps < 60; ++Steps) {
      visit(At);
      const auto &To = Fn.block(At).Term.Successors;
      if (testing::Test::HasFailure() || To.empty())
        return;
      BlockId Next = To[upTo(R, To.size() - 1)];
      const auto &From = Fn.block(Next).Predecessors;
      unsigned Way = llvm::find(From, At) - From.begin();
      auto Before = Phis;
      for (ValueId Phi : Fn.block(Next).Phis)
        Phis[Phi] = valueOf(Fn.value(Phi).Operands[Way], Before);
      At = Next;
    }
  }

private:
  using Values = std::map<ValueId, std::optional<int64_t>>;
  const Source &S;
  const Function &Fn;
  Random &R;
  Values Phis;
  std::map<VariableId, int64_t> Written;

  std::optional<int64_t> valueOf(ValueId V, const Values &Known) const {
    const Value &Node = Fn.value(V);
    if (Node.Kind == ValueKind::Constant)
      return Node.Imm;
    auto It = Known.find(V);
    return It == Known.end() ? std::nullopt : It->second;
  }

  void visit(BlockId At) {
    const auto &Events = Fn.block(At).Events;
    ASSERT_FALSE(Events.empty());
    auto Mark = valueOf(Fn.event(Events[0]).Operand, Phis);
    ASSERT_TRUE(Mark && *Mark >= FirstMark);
    size_t Next = 1;
    for (const Statement &Did : S[*Mark - FirstMark].Statements) {
      if (Did.Writes) {
        Written[Did.Var] = Did.Value;
        continue;
      }
      ASSERT_LT(Next, Events.size());
      auto Read = valueOf(Fn.event(Events[Next++]).Operand, Phis);
      auto It = Written.find(Did.Var);
      EXPECT_EQ(Read,
                It == Written.end() ? std::nullopt : std::optional(It->second))
          << "variable " << Did.Var << " in block " << *Mark - FirstMark;
    }
    EXPECT_EQ(Next, Events.size());
  }
};

TEST(BuilderOnRandomGraphs, ReadsAreTheLastWritesOfEachPath) {
  for (unsigned Seed = 0; Seed < 3000 && !testing::Test::HasFailure(); ++Seed) {
    SCOPED_TRACE("seed " + std::to_string(Seed));
    Random R(Seed);
    Source S = makeSource(R);
    Module M;
    Function &Fn = build(S, R, M);
    ASSERT_EQ(verify(Fn), "");
    for (unsigned Path = 0; Path < 12; ++Path)
      Walk(S, Fn, R).run();
  }
}

} // namespace
