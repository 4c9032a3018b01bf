//===- order_classes_test.cpp ---------------------------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Searches visit the leaders of classes alone. On graphs of all shapes they
// find what following every path, fence met or not, finds.
//
//===----------------------------------------------------------------------===//

#include "analyzer/analysis/analysis_test.h"
#include "analyzer/analysis/order/order_classes.h"
#include "llvm/ADT/STLExtras.h"
#include <random>
#include <set>

using namespace fencepost;

namespace {

TEST(OrderClasses, BlocksThatOrderNothingFollow) {
  TestUnit U(
      "kernel @k(ptr %p, u32 %n) {\n"
      "  fence.sc.gpu obj=\"first\"\n"
      "  %c = lt %n, 3\n  br %c, left, right\n"
      "left:\n  store.weak.global.b32 [%p], 1 obj=\"left\"\n  jump join\n"
      "right:\n  store.weak.global.b32 [%p], 2 obj=\"right\"\n"
      "  jump join\n"
      "join:\n  store.weak.global.b32 [%p], 3 obj=\"join\"\n"
      "  br %c, fenced, out\n"
      "fenced:\n  fence.sc.gpu obj=\"second\"\n  jump out\n"
      "out:\n  store.weak.global.b32 [%p], 4 obj=\"out\"\n"
      "}\n");
  const Function &Fn = U.fn().fn();
  OrderClasses C(Fn, /*Forward=*/true, [&](BlockId B) {
    return llvm::any_of(Fn.block(B).Events, [&](EventId E) {
      return Fn.event(E).Kind == EventKind::Fence;
    });
  });
  for (const char *Mark : {"left", "right", "join"})
    EXPECT_EQ(C.Leader[U.blockOf(Mark)], U.blockOf("first")) << Mark;
  EXPECT_EQ(C.Leader[U.blockOf("second")], U.blockOf("second"));
  EXPECT_EQ(C.Leader[U.blockOf("out")], U.blockOf("out"));
  EXPECT_EQ(C.Exits[U.blockOf("first")].size(), 2u);
}

/// Blocks with stores, some with a fence or a barrier between two, and branches
/// to anywhere.
std::string randomKernel(unsigned Seed, unsigned Blocks) {
  std::mt19937 Random(Seed);
  std::string Text = "kernel @k(ptr %p, u32 %n) {\n  %c = lt %n, 3\n";
  for (unsigned B = 0; B < Blocks; ++B) {
    if (B)
      Text += "b" + std::to_string(B) + ":\n";
    Text += "  store.weak.global.b32 [%p], 1\n";
    switch (Random() % 6) {
    case 0:
      Text += "  fence.acq_rel.gpu\n";
      break;
    case 1:
      Text += "  barrier.sync 0\n";
      break;
    default:
      break;
    }
    if (Random() % 2)
      Text += "  store.weak.global.b32 [%p], 2\n";
    auto Any = [&] {
      return "b" + std::to_string(1 + Random() % (Blocks - 1));
    };
    if (B + 1 == Blocks)
      Text += "  ret\n";
    else if (Random() % 3 == 0)
      Text += "  br %c, " + Any() + ", b" + std::to_string(B + 1) + "\n";
    else
      Text += "  jump b" + std::to_string(B + 1) + "\n";
  }
  return Text + "}\n";
}

/// What each path from just after From has met when it comes to To: bit 0 a
/// fence, bit 1 a barrier. No path passes From again, nor To if StopAtTo.
std::set<unsigned> followAll(const FunctionView &In, EventId From, EventId To,
                             bool StopAtTo) {
  std::set<unsigned> AtTo;
  std::set<std::tuple<BlockId, size_t, unsigned>> Seen;
  std::vector<std::tuple<BlockId, size_t, unsigned>> Work;
  Position P = In.cfg().position(From);
  Work.push_back({P.Block, P.Index + 1, 0});
  while (!Work.empty()) {
    auto [B, I, Met] = Work.back();
    Work.pop_back();
    if (!Seen.insert({B, I, Met}).second)
      continue;
    const Block &Here = In.fn().block(B);
    if (I == Here.Events.size()) {
      for (BlockId Next : Here.Term.Successors)
        Work.push_back({Next, 0, Met});
      continue;
    }
    EventId E = Here.Events[I];
    if (E == To)
      AtTo.insert(Met);
    if (E == From || (StopAtTo && E == To))
      continue;
    Met |= In.event(E).Kind == EventKind::Fence        ? 1
           : In.event(E).Kind == EventKind::CtaBarrier ? 2
                                                       : 0;
    Work.push_back({B, I + 1, Met});
  }
  return AtTo;
}

void expectSame(const Between &W, const std::set<unsigned> &Paths) {
  auto Some = [&](unsigned Bit) {
    return llvm::any_of(Paths, [&](unsigned Met) { return Met & Bit; });
  };
  auto All = [&](unsigned Bit) {
    return !Paths.empty() &&
           llvm::all_of(Paths, [&](unsigned Met) { return Met & Bit; });
  };
  EXPECT_EQ(W.Reached, !Paths.empty());
  EXPECT_EQ(W.MayRelease == Scope::Gpu, Some(1));
  EXPECT_EQ(W.MustRelease == Scope::Gpu, All(1));
  EXPECT_EQ(W.MayBarrier, Some(2));
  EXPECT_EQ(W.MustBarrier, All(2));
}

TEST(OrderClasses, SearchesFindWhatAllPathsMeet) {
  for (unsigned Seed = 0; Seed < 24; ++Seed) {
    TestUnit U(randomKernel(Seed, 4 + Seed));
    const FunctionView &In = U.fn();
    const auto &Events = In.fn().Events;
    for (EventId To = 0; To < Events.size(); To += 3)
      for (EventId From = 0; From < Events.size(); ++From) {
        SCOPED_TRACE(testing::Message()
                     << "seed " << Seed << ": " << From << " to " << To);
        expectSame(In.order().between(From, To),
                   followAll(In, From, To, false));
        expectSame(In.order().firstWay(From, To),
                   followAll(In, From, To, true));
      }
    for (EventId From = 0; From < Events.size(); From += 5) {
      auto IsFence = [&](EventId E) {
        return In.event(E).Kind == EventKind::Fence;
      };
      size_t Found = 0;
      for (const auto &R :
           In.order().forward(From, [](EventId) { return true; })) {
        expectSame(R.Way, followAll(In, From, R.To, false));
        ++Found;
      }
      size_t Reached = 0;
      for (EventId To = 0; To < Events.size(); ++To)
        Reached += !followAll(In, From, To, false).empty();
      EXPECT_EQ(Found, Reached) << "seed " << Seed << ", from " << From;
      for (const auto &R :
           In.order().forward(From, [](EventId) { return true; }, IsFence))
        EXPECT_EQ(R.Way.MayRelease, Scope::None);
    }
  }
}

} // namespace
