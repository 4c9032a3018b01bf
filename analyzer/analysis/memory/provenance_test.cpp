//===- provenance_test.cpp ------------------------------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/analysis/analysis_test.h"
#include "analyzer/analysis/memory/overlap.h"

using namespace fencepost;

namespace {

const Object &object(const TestUnit &U, const char *Mark) {
  return U.fn().provenance().object(U[Mark]);
}

SameLocation same(const TestUnit &U, const char *A = "a", const char *B = "b") {
  return U.fn().provenance().sameLocation(U[A], U[B]).Is;
}

TEST(Provenance, Bases) {
  TestUnit U(R"(
global @flag space=global size=4
global @tile space=shared::cta size=128
kernel @k(ptr %p, ptr %q) {
  %t = special tid.x : u32
  %e = element %q, %t, 4
  %x = element %q, 3, 4
  %s = element @tile, %t, 4
  store [%p], 0 obj="param"
  store [%e], 0 obj="element"
  store [%x], 0 obj="constant"
  store [@flag], 0 obj="global"
  store [%s], 0 obj="shared"
})");
  EXPECT_EQ(object(U, "param").Key, "param:0");
  EXPECT_EQ(object(U, "param").Kind, BaseKind::Param);
  EXPECT_EQ(object(U, "param").Offset, 0);
  EXPECT_EQ(object(U, "param").Spc, Space::Global) << "a kernel's argument";
  EXPECT_EQ(object(U, "element").Key, "param:1");
  EXPECT_EQ(object(U, "element").Name, "q");
  EXPECT_EQ(object(U, "element").Offset, std::nullopt);
  EXPECT_EQ(object(U, "element").IndexGroup, Uniform::None);
  EXPECT_EQ(object(U, "constant").Offset, 12);
  EXPECT_EQ(object(U, "constant").IndexGroup, Uniform::Grid);
  EXPECT_EQ(object(U, "global").Key, "global:flag");
  const Provenance &P = U.fn().provenance();
  EXPECT_TRUE(P.isShared(U["shared"]));
  EXPECT_FALSE(P.isVisibleToGrid(U["shared"]));
  EXPECT_TRUE(P.isVisibleToGrid(U["global"]));
  EXPECT_TRUE(P.isVisibleToGrid(U["param"]));
}

// ld.param.u64; mul.wide.u32 %i, %t, 4; add.s64
TEST(Provenance, PtxArithmetic) {
  TestUnit U(R"(kernel @k(u64 %p, u64 %q) {
  %t = special tid.x : u32
  %w = cast %t : u64
  %i = mul %w, 4:u64
  %a = add %p, %i
  %b = add %a, 8:u64
  %c = add %i, %q
  store.global [%a] obj="a"
  store.global [%b] obj="b"
  store.global [%c] obj="c"
})");
  EXPECT_EQ(object(U, "a").Key, "param:0");
  EXPECT_EQ(object(U, "b").Key, "param:0");
  EXPECT_EQ(object(U, "c").Key, "param:1");
  EXPECT_EQ(same(U, "a", "b"), SameLocation::Different);
  EXPECT_TRUE(U.fn().provenance().sameObject(U["a"], U["b"]));
  EXPECT_FALSE(U.fn().provenance().sameObject(U["a"], U["c"]));
}

TEST(Provenance, Locations) {
  TestUnit U(R"(
global @x space=global size=4
global @y space=global size=4
global @s space=shared::cta size=4
global @d1 space=shared::cta size=0
global @d2 space=shared::cta size=0
kernel @k(ptr %p, ptr %q, u32 %i, u32 %j) {
  %pi = element %p, %i, 4
  %pj = element %p, %j, 4
  %i1 = add %i, 1:u32
  %pk = element %p, %i1, 4
  store.b32 [%pi] obj="pi"
  store.b32 [%pi] obj="pi again"
  store.b32 [%pj] obj="pj"
  store.b32 [%pk] obj="pi+1"
  store.b64 [%pi] obj="pi wide"
  store [%q] obj="q"
  store [@x] obj="x"
  store [@y] obj="y"
  store [@s] obj="s"
  store [@d1] obj="d1"
  store [@d2] obj="d2"
})");
  EXPECT_EQ(same(U, "pi", "pi again"), SameLocation::Same);
  EXPECT_EQ(same(U, "pi", "pj"), SameLocation::Unknown);
  EXPECT_EQ(same(U, "pi", "pi+1"), SameLocation::Different);
  EXPECT_EQ(same(U, "pi wide", "pi+1"), SameLocation::Unknown)
      << "eight bytes reach into the next element";
  EXPECT_EQ(same(U, "x", "y"), SameLocation::Different);
  EXPECT_EQ(same(U, "x", "s"), SameLocation::Different);
  EXPECT_EQ(same(U, "q", "s"), SameLocation::Different);
  EXPECT_EQ(same(U, "d1", "d2"), SameLocation::Unknown)
      << "dynamic shared memory begins at one address";
  LocationAnswer A = U.fn().provenance().sameLocation(U["pi"], U["q"]);
  EXPECT_EQ(A.Is, SameLocation::Different);
  EXPECT_TRUE(A.Assumed);
  EXPECT_FALSE(U.fn().provenance().sameLocation(U["x"], U["y"]).Assumed);
}

// peer_flags[r][me] and peer_flags[q][me]: one class, location not known.
TEST(Provenance, LoadedPointersKeepAClass) {
  TestUnit U(R"(kernel @k(ptr %peers, ptr %mine, u32 %r, u32 %q, u32 %me) {
  %a1 = element %peers, %r, 8
  %p1 = load [%a1] : ptr
  %f1 = element %p1, %me, 4
  store.relaxed.sys [%f1] obj="a"
  %a2 = element %peers, %q, 8
  %p2 = load [%a2] : ptr
  %f2 = element %p2, %me, 4
  store.relaxed.sys [%f2] obj="b"
  %f3 = element %mine, %me, 4
  load.relaxed.sys [%f3] obj="mine"
})");
  EXPECT_EQ(object(U, "a").Kind, BaseKind::Loaded);
  EXPECT_EQ(object(U, "a").Key, object(U, "b").Key);
  EXPECT_EQ(same(U), SameLocation::Unknown);
  EXPECT_TRUE(U.fn().provenance().sameObject(U["a"], U["b"]));
  EXPECT_EQ(same(U, "a", "mine"), SameLocation::Unknown);
  EXPECT_FALSE(U.fn().provenance().sameObject(U["a"], U["mine"]));
}

// args->flag read twice is one pointer while nothing writes args->flag.
TEST(Provenance, PointerLoadedTwice) {
  const char *Text = R"(kernel @k(ptr %args, u32 %i) {
  %fp = field %args, 8, "Args::flag"
  %p = load.b64 [%fp] : ptr
  %a = element %p, %i, 4
  store [%a] obj="a"
  %q = load.b64 [%fp] : ptr
  %b = element %q, %i, 4
  load [%b] obj="b"
  %other = field %args, 16, "Args::data"
  %o = load.b64 [%other] : ptr
  store [%o] obj="other"
)";
  TestUnit U(std::string(Text) + "}\n");
  EXPECT_EQ(same(U), SameLocation::Same);
  EXPECT_EQ(same(U, "a", "other"), SameLocation::Unknown);
  TestUnit V(std::string(Text) + "  store.b64 [%fp], %o\n}\n");
  EXPECT_EQ(same(V), SameLocation::Unknown);
}

TEST(Provenance, Fields) {
  TestUnit U(R"(
global @g space=global size=16
kernel @k(ptr %t, ptr %u, u32 %i, u32 %j) {
  %ti = element %t, %i, 16
  %tj = element %t, %j, 16
  %s = field %ti, 0, "Tile::status"
  %v = field %tj, 8, "Tile::value"
  %w = field %u, 0, "Tile::status"
  %x = field @g, 0, "Tile::status"
  store [%s] obj="status"
  store [%v] obj="value"
  store [%w] obj="u status"
  store [%x] obj="g status"
})");
  EXPECT_EQ(object(U, "status").Key, "field:Tile::status");
  EXPECT_EQ(object(U, "status").Name, "t.status");
  EXPECT_EQ(object(U, "u status").Key, "field:Tile::status");
  EXPECT_EQ(object(U, "g status").Key, "global:g.status");
  EXPECT_EQ(same(U, "status", "value"), SameLocation::Different);
  EXPECT_FALSE(U.fn().provenance().sameObject(U["status"], U["value"]));
  EXPECT_EQ(same(U, "status", "u status"), SameLocation::Different);
}

TEST(Provenance, VectorElementsAreNoFields) {
  TestUnit U(R"(kernel @k(ptr %p, ptr %q) {
  %x = field %p, 0, "float4::x"
  %y = field %p, 4, "float4::y"
  %z = field %q, 0, "float4::x"
  store [%x] obj="a"
  store [%y] obj="b"
  store [%z] obj="other"
})");
  EXPECT_EQ(object(U, "a").Key, "param:0");
  EXPECT_EQ(same(U), SameLocation::Different);
  EXPECT_TRUE(U.fn().provenance().sameObject(U["a"], U["b"]));
  EXPECT_NE(object(U, "a").Key, object(U, "other").Key);
}

TEST(Provenance, SelectsAndSteppingPointers) {
  TestUnit U(R"(kernel @k(ptr %p, ptr %q, u32 %n) {
entry:
  %c = eq %n, 0:u32
  %s = select %c, %p, %q : ptr
  %z = select %c, %p, 0:u64 : ptr
  store [%s] obj="either"
  store [%z] obj="null or p"
  jump head
head:
  %m = phi [%p, entry], [%m1, head] : ptr
  store [%m] obj="moves"
  %m1 = element %m, 1, 4
  %d = eq %n, 7:u32
  br %d, head, done
done:
})");
  EXPECT_EQ(object(U, "either").Kind, BaseKind::Computed);
  EXPECT_EQ(object(U, "null or p").Key, "param:0");
  EXPECT_EQ(object(U, "moves").Key, "param:0");
  EXPECT_EQ(object(U, "moves").Offset, std::nullopt);
}

TEST(Provenance, RemoteSharedMemoryIsNoLocalOne) {
  TestUnit U(R"(
global @s space=shared::cta size=4
kernel @k(u32 %rank) {
  %r = pure "mapa", @s, %rank : u32
  store.shared::cluster [%r] obj="a"
  store.shared::cta [@s] obj="b"
})");
  EXPECT_EQ(same(U), SameLocation::Unknown);
  EXPECT_NE(object(U, "a").Key, object(U, "b").Key);
}

TEST(Provenance, ReadOfUnknownAddressIsUnknown) {
  TestUnit U(R"(kernel @k(ptr %p) {
  %h = havoc : ptr
  %i = havoc : ptr
  store [%h] obj="a"
  store [%i] obj="b"
  store [?] obj="c"
})");
  EXPECT_EQ(same(U), SameLocation::Unknown);
  EXPECT_EQ(same(U, "a", "c"), SameLocation::Unknown);
  EXPECT_FALSE(U.fn().provenance().sameObject(U["a"], U["c"]));
  EXPECT_TRUE(U.fn().provenance().isVisibleToGrid(U["a"]));
}

//===- Across functions ---------------------------------------------------===//

TEST(UnitView, AccessesAcrossFunctions) {
  TestUnit U(R"(
global @flag space=global size=4
kernel @a(ptr %p, ptr %t) {
  store [@flag] obj="flag a"
  store [%p] obj="p a"
  %s = field %t, 4, "T::status"
  store [%s] obj="status a"
}
kernel @b(ptr %p, ptr %t) {
  load [@flag] obj="flag b"
  load [%p] obj="p b"
  %s = field %t, 4, "T::status"
  load [%s] obj="status b"
})");
  auto Marks = [&](const char *Mark) {
    std::string Text;
    for (const AccessRef &R : U.unit().accessesTo(U.fn(0), U[Mark]))
      Text += R.In->event(R.E).Object + ";";
    return Text;
  };
  EXPECT_EQ(Marks("flag a"), "flag a;flag b;");
  EXPECT_EQ(Marks("p a"), "p a;");
  EXPECT_EQ(Marks("status a"), "status a;status b;");
}

TEST(UnitView, TwinsShareWhatIsKnownOfFunctions) {
  TestUnit U(R"(
global @flag space=global size=4
kernel @k(ptr %p) {
  store [@flag] obj="one"
  store [@flag] obj="two"
})");
  const FunctionView &In = U.fn();
  std::unique_ptr<UnitView> Twin = U.unit().twin();
  const FunctionView &Other = *Twin->functions()[0];
  EXPECT_EQ(&Other.fn(), &In.fn());
  EXPECT_EQ(&Other.polls(), &In.polls());
  EXPECT_EQ(&Other.idDependences(), &In.idDependences());
  EXPECT_NE(&Other.order(), &In.order());
  EXPECT_NE(&Other.kept().of<int>(), &In.kept().of<int>());
  for (const AccessRef &A : Twin->accessesTo(Other, U["one"]))
    EXPECT_EQ(A.In, &Other);
}

TEST(UnitView, OfManyNamesakesTheNearest) {
  constexpr unsigned Kernels = 1000, Here = 500;
  std::string Text;
  for (unsigned I = 0; I < Kernels; ++I)
    Text +=
        "kernel @k" + std::to_string(I) + "(ptr %flag) {\n  store [%flag]\n}\n";
  TestUnit U(Text);
  std::vector<AccessRef> Found = U.unit().namesakes(U.fn(Here), 0);
  auto Has = [&](unsigned I) {
    return llvm::any_of(Found,
                        [&](const AccessRef &A) { return A.In == &U.fn(I); });
  };
  EXPECT_LT(Found.size(), Kernels / 2);
  EXPECT_TRUE(Has(Here - 100) && Has(Here - 1) && Has(Here + 1) &&
              Has(Here + 100));
  EXPECT_FALSE(Has(0) || Has(Here) || Has(Kernels - 1));
}

// Each level of loads goes through any load of the level before: 30 to the
// power of the depth ways, if every one of them were walked.
TEST(Provenance, PointersLoadedThroughEachOther) {
  std::string Text =
      "kernel @k(ptr %p, u1 %c) {\n  %s0 = add %p, 8:u64 : ptr\n";
  for (unsigned Level = 1; Level <= 7; ++Level) {
    std::string From = "%s" + std::to_string(Level - 1), Any = "%p";
    for (unsigned I = 0; I < 30; ++I) {
      std::string Id = std::to_string(Level) + "_" + std::to_string(I);
      Text += "  %l" + Id + " = load [" + From + "] : ptr\n";
      Text += "  %a" + Id + " = select %c, %l" + Id + ", " + Any + " : ptr\n";
      Any = "%a" + Id;
    }
    Text +=
        "  %s" + std::to_string(Level) + " = add " + Any + ", 8:u64 : ptr\n";
  }
  TestUnit U(Text + "  store [%s7], 0 obj=\"a\"\n}");
  EXPECT_EQ(object(U, "a").Kind, BaseKind::Computed);
}

/// A record of 72 bytes at an index of the thread's own, and parts of a buffer.
TestUnit parts() {
  return TestUnit(R"(
kernel @k(ptr %records, ptr %which, ptr %work) {
  %t = special tid.x : u32
  %w = element %which, %t, 4
  %i = load [%w] : i32
  %r = element %records, %i, 72
  %f32 = add %r, 32:u64 : ptr
  %f64 = add %r, 64:u64 : ptr
  %f66 = add %r, 66:u64 : ptr
  load.b8 [%f64] obj="byte"
  store [%f32], 0 obj="other"
  store [%f64], 0 obj="same"
  store [%f66], 0 obj="across"
  %round = add %work, 16:u64 : ptr
  %row = add %work, 64:u64 : ptr
  %e = element %row, %i, 4
  %inside = add %row, 12:u64 : ptr
  load.b64 [%round] obj="round"
  atom.add [%e], 1 obj="row"
  load [%inside] obj="inside"
})");
}

TEST(Overlap, FieldsOfRecords) {
  TestUnit U = parts();
  EXPECT_TRUE(areOtherFields(U.fn(), U["byte"], U["other"]));
  EXPECT_FALSE(areOtherFields(U.fn(), U["byte"], U["same"]));
  EXPECT_TRUE(areOtherFields(U.fn(), U["byte"], U["across"]))
      << "66 to 70 of 72 bytes";
  EXPECT_FALSE(areOtherFields(U.fn(), U["same"], U["across"]));
  EXPECT_FALSE(areOtherFields(U.fn(), U["byte"], U["row"]))
      << "another object is no other field";
}

TEST(Overlap, FieldsBehindPointersOfOneTable) {
  TestUnit U(R"(
kernel @k(ptr %table, i32 %other) {
  %t = special tid.x : u32
  %e = element %table, %t, 8
  %f = element %table, %other, 8
  %p = load [%e] : ptr
  %q = load [%f] : ptr
  %p64 = add %p, 64:u64 : ptr
  %q32 = add %q, 32:u64 : ptr
  %q64 = add %q, 64:u64 : ptr
  load.b8 [%p64] obj="read"
  store [%q32], 0 obj="other"
  store [%q64], 0 obj="same"
})");
  EXPECT_TRUE(areOtherFields(U.fn(), U["read"], U["other"]));
  EXPECT_FALSE(areOtherFields(U.fn(), U["read"], U["same"]));
}

TEST(Overlap, AWordInFrontOfAnArray) {
  TestUnit U = parts();
  EXPECT_FALSE(mayOverlap(U.fn(), U["round"], U["row"]));
  EXPECT_TRUE(mayOverlap(U.fn(), U["inside"], U["row"]));
}

/// May 8-byte counts at p[%x] and 4-byte ones at Behind bytes, of which data
/// choose the element, overlap?
bool overlapFrom(const std::string &Behind, const std::string &Index) {
  TestUnit U("kernel @k(ptr %p, ptr const %ids, u32 %n) {\n"
             "  %t = special tid.x : u32\n"
             "  %g = element %ids, %t, 4\n"
             "  %id = load [%g] : u32\n  " +
             Index + "\n  %a = element %p, %x, 8\n  %q = add %p, " + Behind +
             ":u64 : ptr\n"
             "  %b = element %q, %id, 4\n"
             "  atom.add.b64 [%a], 1 obj=\"long\"\n"
             "  atom.add.b32 [%b], 1 obj=\"short\"\n}\n");
  EXPECT_EQ(mayOverlap(U.fn(), U["long"], U["short"]),
            mayOverlap(U.fn(), U["short"], U["long"]));
  return mayOverlap(U.fn(), U["long"], U["short"]);
}

TEST(Overlap, ArraysOfElementsOfDifferentSize) {
  // A block has at most 1,024 threads.
  EXPECT_FALSE(overlapFrom("8192", "%x = add %t, 0"));
  EXPECT_TRUE(overlapFrom("8184", "%x = add %t, 0"));
  EXPECT_FALSE(overlapFrom("64", "%x = and %id, 7"));
  EXPECT_TRUE(overlapFrom("56", "%x = and %id, 7"));
  // No bound: one element behind the other is no other array, 64 bytes are.
  EXPECT_TRUE(overlapFrom("8", "%x = add %id, 0"));
  EXPECT_FALSE(overlapFrom("64", "%x = add %id, 0"));
}

TEST(Provenance, OneMemberBehindWhicheverPointer) {
  TestUnit U(R"(
kernel @k(ptr %a, ptr %b, i32 %c) {
entry:
  %other = field %b, 16, "Queue::tail"
  store [%other], 0 obj="member"
  %q = select %c, %a, %b : ptr
  %chosen = field %q, 16, "Queue::tail"
  store [%chosen], 0 obj="chosen"
  %head = field %q, 24, "Queue::head"
  store [%head], 0 obj="head"
  %plain = element %q, 4, 4
  store [%plain], 0 obj="plain"
  %mine = element %a, 4, 4
  store [%mine], 0 obj="mine"
  jump loop
loop:
  %at = phi [%a, entry], [%next, loop] : ptr
  %walked = field %at, 16, "Queue::tail"
  store [%walked], 0 obj="walked"
  %link = field %at, 0, "Queue::link"
  %next = load [%link] : ptr
  %d = ne %next, 0
  br %d, loop, out
out:
})");
  const Provenance &Where = U.fn().provenance();
  EXPECT_EQ(object(U, "chosen").Key, "field:Queue::tail");
  EXPECT_TRUE(Where.sameObject(U["chosen"], U["member"]));
  EXPECT_FALSE(Where.isSurelySameObject(U["chosen"], U["member"]));
  EXPECT_TRUE(Where.sameObject(U["walked"], U["chosen"]));
  EXPECT_FALSE(Where.sameObject(U["head"], U["chosen"]));
  EXPECT_FALSE(Where.sameObject(U["plain"], U["mine"]))
      << "without a member, one of two objects is neither";
}

TEST(Provenance, VectorsOfHalvesAreElements) {
  TestUnit U(R"(
kernel @k(ptr %in, ptr %out) {
  %x = field %in, 0, "half4::x"
  %y = field %out, 0, "half4::x"
  %z = field %out, 0, "Slots4::x"
  store [%x], 0 obj="a"
  store [%y], 0 obj="b"
  store [%z], 0 obj="record"
})");
  EXPECT_EQ(object(U, "a").Key, "param:0");
  EXPECT_EQ(object(U, "b").Key, "param:1");
  EXPECT_EQ(object(U, "record").Key, "field:Slots4::x");
}

} // namespace
