//===- home_test.cpp ------------------------------------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/analysis/analysis_test.h"
#include "analyzer/analysis/memory/home.h"

using namespace fencepost;

namespace {

HomeFact home(const TestUnit &U, const char *Mark) {
  return homeOf(U.unit(), U.fn(), U[Mark]);
}

TEST(Home, Declarations) {
  TestUnit U(R"(
global @word space=global size=4
global @both space=global size=4 managed
global @tile space=shared::cta size=64
kernel @k(ptr %p, u32 %rank) {
  %t = cast @tile : u32
  %r = pure "mapa", %t, %rank : u32
  store.relaxed.gpu.global [@word], 1 obj="word"
  store.relaxed.sys.global [@both], 1 obj="both"
  store.weak.shared::cta [@tile], 1 obj="tile"
  store.weak.shared::cluster [%r], 1 obj="their tile"
  red.add.relaxed.sys.multimem.global [%p], 1 obj="all replicas"
})");
  EXPECT_EQ(home(U, "word").Is, Home::Device);
  EXPECT_EQ(home(U, "word").By, Support::Certain);
  EXPECT_EQ(home(U, "both").Is, Home::Host);
  EXPECT_TRUE(home(U, "both").isOutside(Support::Certain));
  EXPECT_EQ(home(U, "tile").Is, Home::Block);
  EXPECT_EQ(home(U, "their tile").Is, Home::Cluster);
  EXPECT_EQ(home(U, "all replicas").Is, Home::Peer);
}

TEST(Home, ScopesOfOtherAccesses) {
  TestUnit U(R"(kernel @k(ptr %near, ptr %far, ptr %odd, ptr %vol) {
  store.relaxed.gpu [%near], 1 obj="near"
  load.weak [%far] obj="far"
  atom.add.relaxed.sys [%far], 1 spelled="atomicAdd_system"
  load.weak [%odd] obj="odd"
  atom.add.relaxed.sys [%odd], 1
  atom.add.relaxed.gpu [%odd], 1
  load.relaxed.sys.volatile [%vol] obj="vol"
})");
  EXPECT_EQ(home(U, "near").Is, Home::Device);
  EXPECT_EQ(home(U, "near").By, Support::Usage);
  EXPECT_EQ(home(U, "far").Is, Home::Outside);
  EXPECT_TRUE(home(U, "far").isOutside());
  EXPECT_NE(home(U, "far").Witness.In, nullptr);
  // Two accesses that contradict each other, and `volatile`, say nothing.
  EXPECT_EQ(home(U, "odd").Is, Home::Unknown);
  EXPECT_EQ(home(U, "vol").Is, Home::Unknown);
}

TEST(Home, OwnSystemScopeIsNoSign) {
  TestUnit U(R"(kernel @k(ptr %p) {
  store.release.sys [%p], 1 obj="own"
})");
  EXPECT_EQ(home(U, "own").Is, Home::Unknown);
}

TEST(Home, DefaultSystemScopeIsAWeakSign) {
  TestUnit U(R"(kernel @k(ptr %p) {
  load.weak [%p] obj="word"
  store.relaxed.sys [%p], 1 spelled="ref.store"
})");
  EXPECT_FALSE(home(U, "word").isOutside());
  EXPECT_TRUE(home(U, "word").isOutside(Support::Name));
}

TEST(Home, TablesOfPointers) {
  TestUnit U(R"(kernel @k(ptr %table, ptr %peer_table, u32 %r) {
  %a = element %table, %r, 8
  %p = load.weak.b64 [%a] : ptr
  store.weak [%p], 1 obj="batched"
  %b = element %peer_table, %r, 8
  %q = load.weak.b64 [%b] : ptr obj="peer_table[r]"
  store.weak [%q], 1 obj="peer_table[r][0]"
  %c = element %table, %r, 16
  %s = load.weak.b64 [%c] : ptr
  %f = element %s, 64, 4
  atom.exch.relaxed.sys [%f], 1 obj="flag" spelled="atomicExch_system"
})");
  // Arrays of pointers are common; scope or a name makes them peers.
  EXPECT_EQ(home(U, "peer_table[r][0]").Is, Home::Peer);
  EXPECT_EQ(home(U, "flag").Is, Home::Peer);
}

TEST(Home, ArrayOfPointersAloneIsUnknown) {
  TestUnit U(R"(kernel @k(ptr %table, u32 %r) {
  %a = element %table, %r, 8
  %p = load.weak.b64 [%a] : ptr
  store.weak [%p], 1 obj="batched"
})");
  EXPECT_EQ(home(U, "batched").Is, Home::Unknown);
}

TEST(Home, NamesAloneProveNothing) {
  TestUnit U(R"(kernel @k(ptr %remote_flag) {
  store.weak [%remote_flag], 1 obj="weak"
  store.relaxed.gpu [%remote_flag], 1 obj="strong"
})");
  // The name against the scope: unknown.
  EXPECT_EQ(home(U, "weak").Is, Home::Unknown);
  EXPECT_FALSE(home(U, "weak").isOutside());
}

TEST(Home, NamesCountByWholeWords) {
  auto IsNamed = [](llvm::StringRef Name) {
    TestUnit U(("kernel @k(ptr %" + Name + ") {\n  store.weak [%" + Name +
                "], 1 obj=\"word\"\n}\n")
                   .str());
    return home(U, "word").isOutside(Support::Name);
  };
  for (const char *Name :
       {"counts_cpu", "token_counts_cpu", "hostFlag", "flag_host", "peerOut",
        "pinned_flag", "counts_mapped"})
    EXPECT_TRUE(IsNamed(Name)) << Name;
  for (const char *Name :
       {"n_cpus", "stats_per_cpu", "order_cpu_ids", "ghost_hostages",
        "per_cpu_stats", "unpinned", "unmapped"})
    EXPECT_FALSE(IsNamed(Name)) << Name;
}

TEST(Home, CallsThatYieldPeerPointers) {
  TestUnit U(R"(kernel @k(ptr %p, u32 %pe) {
  %q = call %p, %pe : ptr spelled="nvshmem_ptr"
  store.weak [%q], 1 obj="theirs"
})");
  EXPECT_EQ(home(U, "theirs").Is, Home::Peer);
  EXPECT_EQ(home(U, "theirs").By, Support::Certain);
}

/// Which memory a name stands for is known to the user alone; what the language
/// fixes is not theirs to change.
TEST(Home, NotesOfTheUser) {
  TestUnit U(R"(
global @inbox space=global size=64
global @tile space=shared::cta size=64
kernel @k(ptr %mine, ptr %peers, ptr %c) {
  store.relaxed.gpu [%mine], 1 obj="mine"
  %slot = element %peers, 3, 8
  %far = load.weak [%slot] : ptr obj="peers[3]"
  store.relaxed.gpu [%far], 1 obj="peers[3][0]"
  %head = field %c, 8, "Channel::head"
  store.relaxed.gpu [%head], 1 obj="c->head"
  %flag = field %c, 16, "Channel::flag"
  %up = load.weak [%flag] : ptr obj="c->flag"
  store.relaxed.gpu [%up], 1 obj="*c->flag"
  store.relaxed.gpu [@inbox], 1 obj="inbox"
  store.relaxed.cta.shared::cta [@tile], 1 obj="tile"
})");
  auto With = [&](HomeNote Note, const char *Mark) {
    UnitView Unit(U.unit().module(), {std::move(Note)});
    return homeOf(Unit, *Unit.functions().front(), U[Mark]);
  };
  EXPECT_EQ(With({"min?", false, Home::Peer, "f:1"}, "mine").Is, Home::Peer);
  EXPECT_EQ(With({"mine", false, Home::Host, "f:1"}, "mine").Why,
            "'f:1' says so");
  EXPECT_EQ(With({"other", false, Home::Peer, "f:1"}, "mine").Is,
            Home::Device); // By the scope of the access.
  EXPECT_EQ(With({"peers", false, Home::Peer, "f:1"}, "peers[3][0]").Is,
            Home::Peer);
  EXPECT_EQ(With({"Channel", true, Home::Host, "f:1"}, "c->head").Is,
            Home::Host);
  // The member points elsewhere than where the struct lies.
  EXPECT_NE(With({"Channel", true, Home::Host, "f:1"}, "*c->flag").Is,
            Home::Host);
  EXPECT_EQ(With({"Channel::flag", false, Home::Peer, "f:1"}, "*c->flag").Is,
            Home::Peer);
  EXPECT_EQ(With({"in*", false, Home::Peer, "f:1"}, "inbox").Is, Home::Peer);
  EXPECT_EQ(With({"*", false, Home::Peer, "f:1"}, "tile").Is, Home::Block);
}

TEST(Home, RowsOfRanks) {
  auto Raised = [](llvm::StringRef Own) {
    TestUnit U(("kernel @k(any %rows, u32 %rank) {\n"
                "  %t = special tid.x\n  %b = special ctaid.x\n"
                "  %to = array.get %rows, %t : ptr\n"
                "  %there = element %to, " +
                Own +
                ", 4\n"
                "  store.release.gpu.global [%there], 1 obj=\"raise\"\n"
                "  %from = array.get %rows, " +
                Own +
                " : ptr\n"
                "  %here = element %from, %t, 4\n"
                "  jump poll\n"
                "poll:\n"
                "  %v = load.acquire.gpu.global [%here] obj=\"poll\"\n"
                "  %d = ne %v, 0\n"
                "  br %d, end, poll\n"
                "end:\n  ret\n}\n")
                   .str());
    EXPECT_EQ(home(U, "poll").isOutside(), home(U, "raise").isOutside());
    return home(U, "poll").Is == Home::Peer;
  };
  EXPECT_TRUE(Raised("%rank"));
  EXPECT_FALSE(Raised("%b")); // Rows of blocks.
}

// A ring: each rank raises in the row of the next and waits for the last.
TEST(Home, RowsOfNeighbours) {
  auto IsPeer = [](llvm::StringRef Next) {
    TestUnit U(("kernel @k(any %rows, u32 %rank, u32 %n, u32 %m) {\n"
                "  %up = add %rank, 1\n  %next = rem %up, %n\n"
                "  %down = sub %rank, 1\n  %prev = rem %down, %n\n"
                "  %to = array.get %rows, " +
                Next +
                " : ptr\n"
                "  %there = element %to, %rank, 4\n"
                "  store.release.gpu.global [%there], 1 obj=\"raise\"\n"
                "  %from = array.get %rows, %rank : ptr\n"
                "  %here = element %from, %prev, 4\n"
                "  jump poll\n"
                "poll:\n"
                "  %v = load.acquire.gpu.global [%here] obj=\"poll\"\n"
                "  %d = ne %v, 0\n"
                "  br %d, end, poll\n"
                "end:\n  ret\n}\n")
                   .str());
    return home(U, "raise").Is == Home::Peer;
  };
  EXPECT_TRUE(IsPeer("%next"));
  EXPECT_FALSE(IsPeer("%m"));
}

TEST(Home, OneAllocationForSeveralDevices) {
  auto IsBeyond = [](llvm::StringRef InLoop, llvm::StringRef Host) {
    TestUnit U(("module \"a\" layer=cuda\n"
                "kernel @k(ptr %p) {\n"
                "  %v = atom.add.relaxed.gpu.global [%p], 1 obj=\"count\"\n}\n"
                "host read devices=2" +
                Host +
                "\nbuffer 1 local \"c\" in=0 home=device\n"
                "launch @k (1) in=0 grid=(1, 1, 1) block=(32, 1, 1) repeated "
                "devices=2\n"
                "hostfn @f {\n  alias 1\n  loop\n" +
                InLoop + "  launch\n  end\n}\n")
                   .str());
    return home(U, "count").isOutside(Support::Certain);
  };
  EXPECT_TRUE(IsBeyond("", " peer"));
  EXPECT_FALSE(IsBeyond("  alias 1\n", " peer"));
  EXPECT_FALSE(IsBeyond("", ""));
}

/// Where the parameter of a kernel lies that is launched with buffer Passed.
static Home passedHome(llvm::StringRef Passed, llvm::StringRef Buffers,
                       llvm::StringRef Ops) {
  TestUnit U(("module \"a\" layer=cuda\n"
              "kernel @k(ptr %p) {\n"
              "  %v = atom.add.relaxed.gpu.global [%p], 1 obj=\"count\"\n}\n"
              "host read\n" +
              Buffers + "launch @k (" + Passed +
              ") in=0 grid=(1, 1, 1) block=(32, 1, 1)\n"
              "hostfn @f {\n" +
              Ops + "  launch\n}\n")
                 .str());
  HomeFact F = home(U, "count");
  return F.By == Support::Certain ? F.Is : Home::Unknown;
}

TEST(Home, AnAssignedPointerLiesWhereTheFirstDoes) {
  std::string Two = "buffer 1 local \"p\" in=0 home=mapped\n"
                    "buffer 2 local \"q\" in=0\n"
                    "buffer 3 local \"r\" in=0 home=device\n";
  EXPECT_EQ(passedHome("2", Two, "  alias 2 (1)\n"), Home::Host);
  EXPECT_EQ(passedHome("2", Two, ""), Home::Unknown);
  // The last one before the launch holds, one in a branch besides it.
  EXPECT_EQ(passedHome("2", Two, "  alias 2 (3)\n  alias 2 (1)\n"), Home::Host);
  EXPECT_EQ(passedHome("2", Two, "  alias 2 (1)\n  if\n  alias 2 (3)\n  end\n"),
            Home::Unknown);
  // The contents that are copied lie elsewhere afterwards.
  EXPECT_EQ(passedHome("2", Two, "  copy 2 (1)\n"), Home::Unknown);
}

TEST(Home, MembersOfACopiedStructLieWhereThoseOfTheFirstDo) {
  std::string Structs =
      "buffer 1 local \"a\" in=0\nbuffer 2 local \"b\" in=0\n"
      "buffer 3 member \"a.bell\" key=\"bell\" base=1 home=pinned\n"
      "buffer 4 member \"b.bell\" key=\"bell\" base=2\n"
      "buffer 5 member \"b.ring\" key=\"ring\" base=2\n";
  EXPECT_EQ(passedHome("4", Structs, "  copy 2 (1)\n"), Home::Host);
  EXPECT_EQ(passedHome("5", Structs, "  copy 2 (1)\n"), Home::Unknown);
  EXPECT_EQ(passedHome("4", Structs, "  alias 2 (5)\n  alias 2 (1)\n"),
            Home::Host);
}

} // namespace
