//===- order_test.cpp -----------------------------------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Examples by hand, and an oracle: on small random graphs every path is
// walked, facts are collected path by path, and may and must are their
// maximum and minimum.
//
//===----------------------------------------------------------------------===//

#include "analyzer/analysis/analysis_test.h"
#include "analyzer/model/builder.h"
#include "llvm/ADT/StringExtras.h"
#include <random>

using namespace fencepost;

namespace {

Between way(const TestUnit &U, const char *From = "from",
            const char *To = "to") {
  return U.fn().order().between(U[From], U[To]);
}

TEST(Order, NothingBetween) {
  TestUnit U(R"(kernel @k(ptr %f, ptr %d) {
  load.relaxed.gpu [%f] obj="from"
  load [%d] obj="to"
})");
  Between W = way(U);
  EXPECT_TRUE(W.Reached);
  EXPECT_EQ(W.MayAcquire, Scope::None);
  EXPECT_FALSE(W.MayBarrier);
  EXPECT_TRUE(W.Fences.empty());
  EXPECT_FALSE(way(U, "to", "from").Reached);
}

TEST(Order, FenceOnOnePathOnly) {
  TestUnit U(R"(kernel @k(ptr %f, ptr %d, u32 %n) {
  load.relaxed.gpu [%f] obj="from"
  %c = eq %n, 0:u32
  br %c, one, two
one:
  fence.acq_rel.gpu obj="fence"
  jump join
two:
  fence.sc.cta obj="narrow"
  jump join
join:
  load [%d] obj="to"
})");
  Between W = way(U);
  EXPECT_EQ(W.MayAcquire, Scope::Gpu);
  EXPECT_EQ(W.MustAcquire, Scope::Cta);
  EXPECT_EQ(W.MayRelease, Scope::Gpu);
  EXPECT_EQ(W.MayFenceSc, Scope::Cta);
  EXPECT_EQ(W.MustFenceSc, Scope::None);
  EXPECT_EQ(W.Fences, (std::vector<EventId>{U["fence"], U["narrow"]}));
}

TEST(Order, AcquireAndReleaseFences) {
  TestUnit U(R"(kernel @k(ptr %f, ptr %d) {
  load.relaxed.gpu [%f] obj="from"
  fence.acquire.gpu
  store [%d], 0 obj="middle"
  fence.release.sys
  store.relaxed.gpu [%f], 1 obj="to"
})");
  Between A = way(U, "from", "middle"), B = way(U, "middle", "to");
  EXPECT_EQ(A.MustAcquire, Scope::Gpu);
  EXPECT_EQ(A.MayRelease, Scope::None);
  EXPECT_EQ(B.MustRelease, Scope::Sys);
  EXPECT_EQ(B.MayAcquire, Scope::None);
}

// PTX ISA 8.7: an acquire of the word that was read counts (A2), one of
// another word does not.
TEST(Order, AcquireLoadsByLocation) {
  TestUnit U(R"(kernel @k(ptr %f, ptr %g, ptr %d) {
  load.relaxed.gpu [%f] obj="from"
  load.acquire.gpu [%f] obj="own"
  load [%d] obj="to"
})");
  EXPECT_EQ(way(U).MayAcquire, Scope::Gpu);
  EXPECT_EQ(way(U).MustAcquire, Scope::Gpu);
  TestUnit V(R"(kernel @k(ptr %f, ptr %g, ptr %d) {
  load.relaxed.gpu [%f] obj="from"
  load.acquire.gpu [%g] obj="other"
  load [%d] obj="to"
})");
  EXPECT_EQ(way(V).MayAcquire, Scope::None);
  EXPECT_EQ(way(V).MayAcquireElsewhere, Scope::Gpu);
  EXPECT_EQ(way(V).Fences, std::vector<EventId>{V["other"]});
  // red never acquires.
  TestUnit R(R"(kernel @k(ptr %f, ptr %d) {
  load.relaxed.gpu [%f] obj="from"
  red.add.acq_rel.gpu [%f], 1
  load [%d] obj="to"
})");
  EXPECT_EQ(way(R).MayAcquire, Scope::None);
}

// A release of another word orders nothing for the flag.
TEST(Order, ReleaseStoresByLocation) {
  TestUnit U(R"(kernel @k(ptr %f, ptr %g, ptr %d) {
  store [%d], 1 obj="from"
  store.release.gpu [%g], 1
  store.relaxed.gpu [%f], 1 obj="to"
})");
  EXPECT_EQ(way(U).MayRelease, Scope::None);
  EXPECT_EQ(way(U).MayReleaseElsewhere, Scope::Gpu);
  TestUnit V(R"(kernel @k(ptr %f, ptr %d) {
  store [%d], 1 obj="from"
  red.add.release.gpu [%f], 1
  store.relaxed.gpu [%f], 1 obj="to"
})");
  EXPECT_EQ(way(V).MayRelease, Scope::Gpu);
}

TEST(Order, Barriers) {
  TestUnit U(R"(kernel @k(ptr %f, ptr %d) {
  load.relaxed.gpu [%f] obj="from"
  barrier.sync 0 obj="bar"
  load [%d] obj="to"
})");
  EXPECT_TRUE(way(U).MustBarrier);
  EXPECT_TRUE(way(U).MustWarpSync);
  EXPECT_EQ(way(U).Barriers, std::vector<EventId>{U["bar"]});
  // A named barrier of some threads is not one of the whole block.
  TestUnit V(R"(kernel @k(ptr %f, ptr %d) {
  load.relaxed.gpu [%f] obj="from"
  barrier.sync 4, 128
  load [%d] obj="to"
})");
  EXPECT_TRUE(way(V).MayBarrier);
  EXPECT_FALSE(way(V).MustBarrier);
  EXPECT_TRUE(way(V).MustWarpSync);
  TestUnit W(R"(kernel @k(ptr %f, ptr %d) {
  load.relaxed.gpu [%f] obj="from"
  bar.warp -1
  load [%d] obj="to"
})");
  EXPECT_FALSE(way(W).MayBarrier);
  EXPECT_TRUE(way(W).MustWarpSync);
  TestUnit X(R"(kernel @k(ptr %f, ptr %d) {
  load.relaxed.gpu [%f] obj="from"
  barrier.cluster.arrive.relaxed
  load [%d] obj="to"
})");
  EXPECT_FALSE(way(X).MayBarrier) << "a relaxed arrival is no source of order";
}

// Semantics of polling threads: the acquire must come before the barrier.
TEST(Order, AcquireBeforeTheBarrier) {
  auto Text = [](const char *Before, const char *After) {
    return std::string("kernel @k(ptr %f, ptr %d) {\n"
                       "  load.relaxed.gpu [%f] obj=\"from\"\n  ") +
           Before + "\n  barrier.sync 0\n  " + After +
           "\n  load [%d] obj=\"to\"\n}\n";
  };
  TestUnit U(Text("fence.acq_rel.gpu", ""));
  EXPECT_EQ(way(U).MayAcquireBeforeBarrier, Scope::Gpu);
  TestUnit V(Text("", "fence.acq_rel.gpu"));
  EXPECT_EQ(way(V).MayAcquireBeforeBarrier, Scope::None);
  EXPECT_EQ(way(V).MayAcquire, Scope::Gpu);
  TestUnit W(Text("load.acquire.sys [%f]", ""));
  EXPECT_EQ(way(W).MayAcquireBeforeBarrier, Scope::Sys);
  TestUnit X(Text("", "load.acquire.sys [%f]"));
  EXPECT_EQ(way(X).MayAcquireBeforeBarrier, Scope::None);
}

TEST(Order, OpaqueCallMayDoAll) {
  TestUnit U(R"(kernel @k(ptr %f, ptr %d) {
  load.relaxed.gpu [%f] obj="from"
  call ?
  load [%d] obj="to"
})");
  Between W = way(U);
  EXPECT_TRUE(W.Opaque);
  EXPECT_EQ(W.MayAcquire, Scope::Sys);
  EXPECT_TRUE(W.MayBarrier);
  EXPECT_EQ(W.MustAcquire, Scope::None);
  EXPECT_FALSE(W.MustBarrier);
  EXPECT_EQ(W.MayAcquireBeforeBarrier, Scope::Sys);
}

TEST(Order, UnknownFenceIsMayOnly) {
  TestUnit U(R"(kernel @k(ptr %f, ptr %d) {
  load.relaxed.gpu [%f] obj="from"
  fence order=unknown scope=unknown
  load [%d] obj="to"
})");
  EXPECT_EQ(way(U).MayAcquire, Scope::Sys);
  EXPECT_EQ(way(U).MustAcquire, Scope::None);
}

// A path that meets From again belongs to the later From.
TEST(Order, FenceOfSharedMemoryIsMayOnly) {
  TestUnit U(R"(kernel @k(ptr %f, ptr %d) {
  load.relaxed.gpu [%f] obj="from"
  fence.acquire.cluster.shared::cluster
  load [%d] obj="to"
})");
  Between W = way(U);
  EXPECT_EQ(W.MustAcquire, Scope::None);
  EXPECT_EQ(W.MayAcquire, Scope::Cluster);
}

TEST(Order, ReentryStopsThePath) {
  TestUnit U(R"(kernel @k(ptr %f, ptr %d) {
  jump head
head:
  fence.acq_rel.gpu
  %v = load.relaxed.gpu [%f] : i32 obj="from"
  %c = eq %v, 0
  br %c, head, done
done:
  load [%d] obj="to"
})");
  EXPECT_TRUE(way(U).Reached);
  EXPECT_EQ(way(U).MayAcquire, Scope::None);
  EXPECT_TRUE(U.fn().order().between(U["from"], U["from"]).Reached);
}

TEST(Order, ForwardStopsAndIsOrdered) {
  TestUnit U(R"(kernel @k(ptr %f, ptr %d, u32 %n) {
  load.relaxed.gpu [%f] obj="from"
  load [%d] obj="first"
  %c = eq %n, 0:u32
  br %c, one, two
one:
  store [%f], 1 obj="stop"
  load [%d] obj="hidden"
  ret
two:
  fence.acq_rel.gpu
  load [%d] obj="second"
})");
  const Function &Fn = U.fn().fn();
  auto Reach = U.fn().order().forward(
      U["from"],
      [&](EventId E) {
        return Fn.Events[E].Kind == EventKind::Load ||
               Fn.Events[E].Kind == EventKind::Store;
      },
      [&](EventId E) { return Fn.Events[E].Kind == EventKind::Store; });
  std::vector<EventId> To;
  for (auto &R : Reach)
    To.push_back(R.To);
  EXPECT_EQ(To, (std::vector<EventId>{U["first"], U["stop"], U["second"]}));
  EXPECT_EQ(Reach[2].Way.MustAcquire, Scope::Gpu);
}

TEST(Order, BackwardFindsWhatComesBefore) {
  TestUnit U(R"(kernel @k(ptr %f, ptr %d, ptr %g) {
  store [%d], 1 obj="early"
  fence.acq_rel.gpu
  barrier.sync 0
  store [%g], 1 obj="late"
  store.relaxed.gpu [%f], 1 obj="to"
})");
  const Function &Fn = U.fn().fn();
  auto Reach = U.fn().order().backward(U["to"], [&](EventId E) {
    return Fn.Events[E].Kind == EventKind::Store;
  });
  ASSERT_EQ(Reach.size(), 2u);
  EXPECT_EQ(Reach[0].To, U["early"]);
  EXPECT_EQ(Reach[0].Way.MustRelease, Scope::Gpu);
  EXPECT_TRUE(Reach[0].Way.MustBarrier);
  EXPECT_EQ(Reach[1].To, U["late"]);
  EXPECT_EQ(Reach[1].Way.MayRelease, Scope::None);
  EXPECT_FALSE(Reach[1].Way.MayBarrier);
}

//===- The oracle ---------------------------------------------------------===//

struct RandomGraph {
  Module M;
  Function *Fn = nullptr;

  explicit RandomGraph(unsigned Seed) {
    std::mt19937 Random(Seed);
    auto Pick = [&](unsigned N) { return unsigned(Random() % N); };
    FunctionBuilder B(M, "k");
    Fn = &B.function();
    Fn->Params.resize(3);
    unsigned N = 3 + Pick(6);
    std::vector<BlockId> Blocks{B.currentBlock()};
    while (Blocks.size() < N)
      Blocks.push_back(B.newBlock());
    ValueType Ptr{64, false, false, true}, Int{32};
    for (unsigned I = 0; I < N; ++I) {
      B.startBlock(Blocks[I]);
      for (unsigned K = Pick(4); K-- > 0;) {
        Event E;
        static const EventKind Kinds[] = {
            EventKind::Load, EventKind::Fence,    EventKind::CtaBarrier,
            EventKind::Load, EventKind::WarpSync, EventKind::Store};
        E.Kind = Kinds[Pick(6)];
        E.Scp = Scope(unsigned(Scope::Cta) + Pick(4));
        static const Order Orders[] = {Order::Acquire, Order::Release,
                                       Order::AcqRel, Order::SeqCst};
        if (E.Kind == EventKind::Fence)
          E.Ord = Orders[Pick(4)];
        if (isMemoryAccess(E.Kind)) {
          E.Address = B.param(Pick(3), Ptr);
          E.Bits = 32;
          E.Ord = Pick(3)                     ? Order::Relaxed
                  : E.Kind == EventKind::Load ? Order::Acquire
                                              : Order::Release;
        }
        if (E.Kind == EventKind::CtaBarrier) {
          E.Barrier = BarrierAction::Sync;
          E.BarrierId = B.constant(0, Int);
        }
        B.emit(E, Int);
      }
      // Edges lead on only, so that paths are finite; one may leave out.
      if (I + 1 == N) {
        B.ret();
        continue;
      }
      BlockId A = Blocks[I + 1 + Pick(N - I - 1)],
              C = Blocks[I + 1 + Pick(N - I - 1)];
      if (A == C)
        B.jump(A);
      else
        B.branch(B.havoc({1}), A, C);
    }
    B.finish();
  }
};

struct PathFacts {
  Scope Acquire = Scope::None, Release = Scope::None, Sc = Scope::None,
        BeforeBarrier = Scope::None;
  bool Barrier = false, Warp = false;
};

/// Facts of one path, read straight off the definitions.
PathFacts factsOf(const Function &Fn, const Provenance &Where, EventId From,
                  EventId To, const std::vector<EventId> &Path) {
  PathFacts F;
  auto Raise = [](Scope &S, Scope By) { S = std::max(S, By); };
  auto Same = [&](EventId A, EventId B) {
    return Fn.Events[A].Address != UnknownValue &&
           Fn.Events[B].Address != UnknownValue &&
           Where.sameLocation(A, B).Is == SameLocation::Same;
  };
  for (EventId Id : Path) {
    const Event &E = Fn.Events[Id];
    bool IsFence = E.Kind == EventKind::Fence;
    if (acquires(E.Ord) && (IsFence || Same(From, Id))) {
      Raise(F.Acquire, E.Scp);
      if (!F.Barrier)
        Raise(F.BeforeBarrier, E.Scp);
    }
    if (releases(E.Ord) && (IsFence || Same(To, Id)))
      Raise(F.Release, E.Scp);
    if (E.Ord == Order::SeqCst)
      Raise(F.Sc, E.Scp);
    F.Barrier |= E.Kind == EventKind::CtaBarrier;
    F.Warp |= E.Kind == EventKind::CtaBarrier || E.Kind == EventKind::WarpSync;
  }
  return F;
}

void everyPath(const Function &Fn, BlockId B, size_t From, EventId To,
               std::vector<EventId> Path,
               llvm::function_ref<void(const std::vector<EventId> &)> Found) {
  const Block &Blk = Fn.Blocks[B];
  for (size_t K = From; K < Blk.Events.size(); ++K) {
    if (Blk.Events[K] == To)
      return Found(Path);
    Path.push_back(Blk.Events[K]);
  }
  for (BlockId S : Blk.Term.Successors)
    everyPath(Fn, S, 0, To, Path, Found);
}

TEST(Order, AgreesWithEveryPathOnRandomGraphs) {
  unsigned Compared = 0;
  for (unsigned Seed = 0; Seed < 400; ++Seed) {
    RandomGraph G(Seed);
    const Function &Fn = *G.M.Functions.front();
    FunctionView View(G.M, Fn);
    const Provenance &Where = View.provenance();
    for (EventId From = 0; From < Fn.Events.size(); ++From) {
      std::vector<OrderAnalysis::Reach> Ahead =
          View.order().forward(From, [](EventId) { return true; });
      for (EventId To = 0; To < Fn.Events.size(); ++To) {
        std::vector<PathFacts> Facts;
        Position P = View.cfg().position(From);
        everyPath(Fn, P.Block, P.Index + 1, To, {},
                  [&](const std::vector<EventId> &Path) {
                    Facts.push_back(factsOf(Fn, Where, From, To, Path));
                  });
        Between W = View.order().between(From, To);
        ASSERT_EQ(W.Reached, !Facts.empty()) << Seed;
        auto It = llvm::find_if(Ahead, [&](auto &R) { return R.To == To; });
        ASSERT_EQ(It != Ahead.end(), W.Reached) << Seed;
        if (Facts.empty())
          continue;
        ++Compared;
        PathFacts May, Must = Facts.front();
        for (const PathFacts &F : Facts) {
          May.Acquire = std::max(May.Acquire, F.Acquire);
          May.Release = std::max(May.Release, F.Release);
          May.Sc = std::max(May.Sc, F.Sc);
          May.BeforeBarrier = std::max(May.BeforeBarrier, F.BeforeBarrier);
          May.Barrier |= F.Barrier;
          May.Warp |= F.Warp;
          Must.Acquire = std::min(Must.Acquire, F.Acquire);
          Must.Release = std::min(Must.Release, F.Release);
          Must.Sc = std::min(Must.Sc, F.Sc);
          Must.Barrier &= F.Barrier;
          Must.Warp &= F.Warp;
        }
        auto Check = [&](const Between &Way, bool Exact) {
          EXPECT_EQ(Way.MayAcquire, May.Acquire) << Seed;
          EXPECT_EQ(Way.MayRelease, May.Release) << Seed;
          EXPECT_EQ(Way.MayFenceSc, May.Sc) << Seed;
          EXPECT_EQ(Way.MayAcquireBeforeBarrier, May.BeforeBarrier) << Seed;
          EXPECT_EQ(Way.MayBarrier, May.Barrier) << Seed;
          EXPECT_EQ(Way.MayWarpSync, May.Warp) << Seed;
          EXPECT_EQ(Way.MustFenceSc, Must.Sc) << Seed;
          EXPECT_EQ(Way.MustBarrier, Must.Barrier) << Seed;
          EXPECT_EQ(Way.MustWarpSync, Must.Warp) << Seed;
          // Accesses of the far end's location are never counted as must.
          EXPECT_LE(Way.MustRelease, Must.Release) << Seed;
          EXPECT_LE(Way.MustAcquire, Must.Acquire) << Seed;
          if (Exact)
            EXPECT_EQ(Way.MustAcquire, Must.Acquire) << Seed;
        };
        Check(W, true);
        Check(It->Way, true);
        std::vector<OrderAnalysis::Reach> Behind =
            View.order().backward(To, [&](EventId E) { return E == From; });
        ASSERT_EQ(Behind.size(), 1u) << Seed;
        Check(Behind.front().Way, false);
        EXPECT_EQ(Behind.front().Way.MustRelease, Must.Release) << Seed;
      }
    }
  }
  EXPECT_GT(Compared, 3000u);
}

} // namespace
