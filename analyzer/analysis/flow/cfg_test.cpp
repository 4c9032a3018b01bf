//===- cfg_test.cpp - flow, loops, dependence, uniformity -----------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/analysis/analysis_test.h"
#include "analyzer/model/builder.h"
#include <random>

using namespace fencepost;

namespace {

TEST(Cfg, Diamond) {
  TestUnit U(R"(kernel @k(ptr %p, u32 %n) {
  store [%p] obj="top"
  %c = eq %n, 0:u32
  br %c, one, two
one:
  store [%p] obj="one"
  jump join
two:
  store [%p] obj="two"
  jump join
join:
  store [%p] obj="join"
})");
  const Cfg &G = U.fn().cfg();
  EXPECT_TRUE(G.dominates(U["top"], U["one"]));
  EXPECT_FALSE(G.dominates(U["one"], U["join"]));
  EXPECT_TRUE(G.postDominates(U.blockOf("join"), U.blockOf("top")));
  EXPECT_FALSE(G.postDominates(U.blockOf("one"), U.blockOf("top")));
  EXPECT_TRUE(G.reaches(U["top"], U["join"]));
  EXPECT_FALSE(G.reaches(U["one"], U["two"]));
  EXPECT_FALSE(G.reaches(U["top"], U["top"]));
  ASSERT_EQ(G.controlDependences(U.blockOf("one")).size(), 1u);
  EXPECT_EQ(G.controlDependences(U.blockOf("one"))[0].Successor, 0u);
  EXPECT_TRUE(G.controlDependences(U.blockOf("join")).empty());
  EXPECT_TRUE(G.edgeDominates(U.blockOf("top"), 1, U.blockOf("two")));
  EXPECT_FALSE(G.edgeDominates(U.blockOf("top"), 1, U.blockOf("join")));
}

TEST(Cfg, EndlessLoopAndSeveralExits) {
  TestUnit U(R"(kernel @k(ptr %p, u32 %n) {
  store [%p] obj="top"
  switch %n [0: spin, 1: out], more
spin:
  store [%p] obj="spin"
  jump spin
out:
  store [%p] obj="out"
  ret
more:
  store [%p] obj="more"
})");
  const Cfg &G = U.fn().cfg();
  EXPECT_TRUE(G.reaches(U["spin"], U["spin"]));
  for (const char *Mark : {"spin", "out", "more"}) {
    EXPECT_FALSE(G.postDominates(U.blockOf(Mark), U.blockOf("top"))) << Mark;
    EXPECT_EQ(G.controlDependences(U.blockOf(Mark))[0].Branch, U.blockOf("top"))
        << Mark;
  }
}

TEST(Cfg, TrapDividesNobody) {
  TestUnit U(R"(kernel @k(ptr %p, u32 %n) {
  %c = eq %n, 0:u32
  store [%p] obj="top"
  br %c, fail, go
fail:
  store [%p] obj="fail"
  unreachable
go:
  store [%p] obj="go"
})");
  const Cfg &G = U.fn().cfg();
  EXPECT_TRUE(G.controlDependences(U.blockOf("go")).empty());
  EXPECT_TRUE(G.postDominates(U.blockOf("go"), U.blockOf("top")));
  EXPECT_EQ(G.controlDependences(U.blockOf("fail")).size(), 1u);
  EXPECT_TRUE(G.endsInTrap(U.blockOf("fail")));
  EXPECT_FALSE(G.endsInTrap(U.blockOf("top")));
}

TEST(Cfg, NestedDependencesNearestFirst) {
  TestUnit U(R"(kernel @k(ptr %p, u32 %n, u32 %m) {
  %c = eq %n, 0:u32
  store [%p] obj="outer"
  br %c, in, done
in:
  store [%p] obj="inner"
  %d = eq %m, 0:u32
  br %d, deep, done
deep:
  store [%p] obj="deep"
done:
})");
  auto &Deps = U.fn().cfg().controlDependences(U.blockOf("deep"));
  ASSERT_EQ(Deps.size(), 2u);
  EXPECT_EQ(Deps[0].Branch, U.blockOf("inner"));
  EXPECT_EQ(Deps[1].Branch, U.blockOf("outer"));
}

TEST(Loops, NestAndExits) {
  TestUnit U(R"(kernel @k(ptr %p, u32 %n) {
entry:
  jump outer
outer:
  %i = phi [0:u32, entry], [%i1, next] : u32
  store [%p] obj="outer"
  jump inner
inner:
  %v = load.volatile [%p] : u32 obj="inner"
  %c = eq %v, 0:u32
  br %c, inner, next
next:
  %i1 = add %i, 1:u32
  %d = lt %i1, %n
  store [%p] obj="next"
  br %d, outer, done
done:
  store [%p] obj="done"
})");
  const Loops &L = U.fn().loops();
  ASSERT_EQ(L.all().size(), 2u);
  const Loop &Outer = L.all()[0], &Inner = L.all()[1];
  EXPECT_EQ(Outer.Parent, NoId);
  EXPECT_EQ(Inner.Parent, 0u);
  EXPECT_EQ(Outer.Header, U.blockOf("outer"));
  EXPECT_TRUE(Outer.contains(U.blockOf("inner")));
  EXPECT_FALSE(Inner.contains(U.blockOf("next")));
  ASSERT_EQ(Outer.Exits.size(), 1u);
  EXPECT_EQ(Outer.Exits[0].To, U.blockOf("done"));
  EXPECT_EQ(L.innermost(U.blockOf("inner")), 1u);
  EXPECT_EQ(L.innermost(U.blockOf("done")), NoId);
  const Function &Fn = U.fn().fn();
  ValueId Loaded = Fn.Events[U["inner"]].Result;
  EXPECT_FALSE(L.isInvariant(Loaded, Inner));
  EXPECT_TRUE(L.isInvariant(Fn.Events[U["inner"]].Address, Inner));
  ValueId I = Fn.Blocks[U.blockOf("outer")].Phis[0];
  EXPECT_TRUE(L.isInvariant(I, Inner));
  EXPECT_FALSE(L.isInvariant(I, Outer));
}

TEST(Loops, IrreducibleRegionIsOneLoop) {
  TestUnit U(R"(kernel @k(ptr %p, u32 %n) {
  %c = eq %n, 0:u32
  br %c, a, b
a:
  store [%p] obj="a"
  %d = eq %n, 1:u32
  br %d, b, done
b:
  store [%p] obj="b"
  jump a
done:
})");
  const Loops &L = U.fn().loops();
  ASSERT_EQ(L.all().size(), 1u);
  EXPECT_TRUE(L.all()[0].contains(U.blockOf("a")));
  EXPECT_TRUE(L.all()[0].contains(U.blockOf("b")));
}

TEST(Dependence, ThroughCollectivesNotLoads) {
  TestUnit U(R"(kernel @k(ptr %p) {
  %v = load [%p] : u32 obj="v"
  %s = warp -1, -1, %v, 0 : u32 spelled="shfl" obj="shuffle"
  %w = add %s, 1:u32
  store [%p], %w obj="direct"
  %a = element %p, %v, 4
  %x = load [%a] : u32
  store [%p], %x obj="loaded"
  %h = havoc : u32
  store [%p], %h obj="havoc"
})");
  const Function &Fn = U.fn().fn();
  auto Depends = [&](const char *Mark) {
    return dependsOn(Fn, Fn.Events[U[Mark]].Operand, U["v"]);
  };
  EXPECT_EQ(Depends("direct"), Ternary::Yes);
  EXPECT_EQ(Depends("loaded"), Ternary::No);
  EXPECT_EQ(Depends("havoc"), Ternary::Unknown);
  EXPECT_EQ(sourceEvents(Fn, Fn.Events[U["direct"]].Operand),
            (std::vector<EventId>{U["v"], U["shuffle"]}));
}

//===- Uniformity ---------------------------------------------------------===//

Uniform groupOf(const std::string &Values) {
  TestUnit U("global @s space=shared::cta size=4\n"
             "kernel @k(ptr %p, u32 %n) {\n" +
             Values + "\n  store [%p], %r obj=\"it\"\n}\n");
  return U.fn().uniformity().of(U.fn().fn().Events[U["it"]].Operand);
}

TEST(Uniformity, Sources) {
  using G = Uniform;
  const std::pair<const char *, Uniform> Cases[] = {
      {"%r = add %n, 1:u32", G::Grid},
      {"%r = special ntid.x : u32", G::Grid},
      {"%r = special ctaid.y : u32", G::Block},
      {"%r = special clusterid.x : u32", G::Cluster},
      {"%r = special laneid : u32", G::None},
      {"%t = special tid.x : u32\n%r = shr %t, 5:u32", G::Warp},
      {"%t = special tid.x : u32\n%r = shr %t, 4:u32", G::None},
      {"%t = special tid.x : u32\n%r = add %t, %n", G::None},
      {"%r = load [%p] : u32", G::Grid},
      {"%r = load.shared::cta [@s] : u32", G::Block},
      {"%t = special tid.x : u32\n%a = element %p, %t, 4\n%r = load [%a] : u32",
       G::None},
      {"%r = atom.add [%p], 1 : u32", G::None},
      {"%t = special tid.x : u32\n"
       "%r = warp -1, -1, %t, 0 : u32 spelled=\"__shfl_sync(m, t, 0)\"",
       G::Warp},
      {"%t = special tid.x : u32\n"
       "%r = warp -1, -1, %t, 0, 16 : u32 spelled=\"__shfl_sync(m, t, 0, 16)\"",
       G::None},
      {"%t = special tid.x : u32\n"
       "%r = warp -1, -1, %t, 1 : u32 spelled=\"__shfl_down_sync(m, t, 1)\"",
       G::None},
      {"%t = special tid.x : u32\n%b = eq %t, 3:u32\n"
       "%r = warp -1, -1, %b : u32 spelled=\"__ballot_sync(m, b)\"",
       G::Warp},
      {"%t = special tid.x : u32\n%b = eq %t, 3:u32\n"
       "%r = barrier.sync 0, ?, %b : u32",
       G::Block},
      {"%r = havoc : u32", G::None},
  };
  for (auto &[Text, Group] : Cases)
    EXPECT_EQ(spelling(groupOf(Text)), spelling(Group)) << Text;
}

TEST(Uniformity, PhisFollowTheirBranch) {
  auto Merge = [](const char *Condition) {
    std::string Text = "kernel @k(ptr %p, u32 %n) {\nentry:\n";
    Text += Condition;
    Text += "\n  br %c, one, two\none:\n  jump join\ntwo:\n  jump join\njoin:\n"
            "  %v = phi [1:u32, one], [2:u32, two] : u32\n"
            "  store [%p], %v obj=\"it\"\n}\n";
    TestUnit U(Text);
    return U.fn().uniformity().of(U.fn().fn().Events[U["it"]].Operand);
  };
  EXPECT_EQ(Merge("%c = eq %n, 0:u32"), Uniform::Grid);
  EXPECT_EQ(Merge("%b = special ctaid.x : u32\n%c = eq %b, 0:u32"),
            Uniform::Block);
  EXPECT_EQ(Merge("%t = special tid.x : u32\n%c = eq %t, 0:u32"),
            Uniform::None);
}

TEST(Uniformity, UniformMergeUnderADivergentBranch) {
  TestUnit U(R"(kernel @k(ptr %p, u32 %n) {
  %t = special tid.x : u32
  %d = lt %t, 7:u32
  br %d, in, done
in:
  %c = eq %n, 0:u32
  br %c, one, two
one:
  jump join
two:
  jump join
join:
  %v = phi [1:u32, one], [2:u32, two] : u32
  store [%p], %v obj="it"
done:
})");
  EXPECT_EQ(U.fn().uniformity().of(U.fn().fn().Events[U["it"]].Operand),
            Uniform::Grid);
}

// A counter of a loop that threads leave at different times.
TEST(Uniformity, LoopCountersFollowTheExit) {
  auto Loop = [](const char *Start) {
    std::string Text = "kernel @k(ptr %p, u32 %n) {\nentry:\n"
                       "  %t = special tid.x : u32\n  jump head\nhead:\n"
                       "  %i = phi [";
    Text += Start;
    Text += ", entry], [%i1, head] : u32\n"
            "  %k = phi [0:u32, entry], [%k1, head] : u32\n"
            "  %i1 = add %i, 32:u32\n  %k1 = add %k, 1:u32\n"
            "  %c = lt %i1, %n\n  br %c, head, done\ndone:\n"
            "  store [%p], %k obj=\"it\"\n}\n";
    TestUnit U(Text);
    return U.fn().uniformity().of(U.fn().fn().Events[U["it"]].Operand);
  };
  EXPECT_EQ(Loop("0:u32"), Uniform::Grid);
  EXPECT_EQ(Loop("%t"), Uniform::None);
}

TEST(Uniformity, CauseAndLoads) {
  TestUnit U(R"(kernel @k(ptr %p, u32 %n) {
  %t = special tid.x : u32
  %v = load [%p] : u32
  %r = add %t, %v
  store [%p], %r obj="it"
})");
  const Function &Fn = U.fn().fn();
  ValueId R = Fn.Events[U["it"]].Operand;
  EXPECT_TRUE(U.fn().uniformity().dependsOnLoad(R));
  EXPECT_EQ(Fn.Values[U.fn().uniformity().cause(R)].Name, "tid.x");
}

//===- Anything at all ----------------------------------------------------===//

// Random graphs with cycles and random values: no analysis may fail on them,
// and dominance must agree with its definition.
TEST(Cfg, RandomGraphs) {
  for (unsigned Seed = 0; Seed < 300; ++Seed) {
    std::mt19937 Random(Seed);
    auto Pick = [&](unsigned N) { return unsigned(Random() % N); };
    Module M;
    FunctionBuilder B(M, "k");
    B.function().Params.resize(2);
    ValueType Ptr{64, false, false, true}, Int{32};
    unsigned N = 2 + Pick(9);
    std::vector<BlockId> Blocks{B.currentBlock()};
    while (Blocks.size() < N)
      Blocks.push_back(B.newBlock());
    for (unsigned I = 0; I < N; ++I) {
      B.startBlock(Blocks[I]);
      for (unsigned K = Pick(3); K-- > 0;) {
        VariableId Var = Pick(3);
        Event E;
        E.Kind = Pick(2) ? EventKind::Load : EventKind::Rmw;
        E.Rmw = Pick(2) ? RmwOp::Add : RmwOp::Cas;
        E.Ord = Pick(2) ? Order::Relaxed : Order::Weak;
        E.Scp = Scope::Gpu;
        E.Address = B.op(OpCode::Element, Ptr,
                         {B.param(Pick(2), Ptr), B.read(Pick(3), Int)}, 4);
        E.Operand = B.read(Pick(3), Int);
        E.Extra.push_back(B.read(Pick(3), Int));
        EventId Id = B.emit(E, Int);
        static const OpCode Ops[] = {OpCode::Add, OpCode::And, OpCode::Eq,
                                     OpCode::Select};
        ValueId A = B.event(Id).Result, C = B.read(Var, Int);
        OpCode Op = Ops[Pick(4)];
        B.write(Var, Op == OpCode::Select ? B.op(Op, Int, {A, C, A})
                                          : B.op(Op, Int, {A, C}));
      }
      switch (Pick(5)) {
      case 0:
        B.ret();
        break;
      case 1:
        B.unreachable();
        break;
      case 2:
        B.jump(Blocks[1 + Pick(N - 1)]);
        break;
      default:
        B.branch(B.op(OpCode::Eq, {1},
                      {B.read(Pick(3), Int),
                       Pick(2) ? B.special("tid.x", Int) : B.constant(0, Int)}),
                 Blocks[1 + Pick(N - 1)], Blocks[1 + Pick(N - 1)]);
      }
    }
    B.finish();
    UnitView Unit(M);
    const FunctionView &V = *Unit.functions().front();
    const Function &Fn = V.fn();
    ASSERT_EQ(verify(Fn), "") << Seed;
    V.polls();
    V.populations();
    for (EventId E = 0; E < Fn.Events.size(); ++E) {
      V.order().forward(E, [](EventId) { return true; });
      V.order().backward(E, [](EventId) { return true; });
      Unit.accessesTo(V, E);
    }
    // A dominates X if X cannot be reached from the entry without A.
    for (BlockId A = 0; A < Fn.Blocks.size(); ++A) {
      std::vector<bool> Seen(Fn.Blocks.size());
      std::vector<BlockId> Work;
      if (A != Fn.Entry) {
        Seen[Fn.Entry] = true;
        Work.push_back(Fn.Entry);
      }
      while (!Work.empty()) {
        BlockId X = Work.back();
        Work.pop_back();
        for (BlockId S : Fn.Blocks[X].Term.Successors)
          if (S != A && !Seen[S]) {
            Seen[S] = true;
            Work.push_back(S);
          }
      }
      for (BlockId X = 0; X < Fn.Blocks.size(); ++X)
        EXPECT_EQ(V.cfg().dominatesBlock(A, X), !Seen[X]) << Seed;
    }
    // Loops partition the cycles: a block is in one iff it reaches itself.
    for (BlockId X = 0; X < Fn.Blocks.size(); ++X)
      EXPECT_EQ(V.loops().innermost(X) != NoId, V.cfg().reachesBlock(X, X))
          << Seed;
  }
}

} // namespace
