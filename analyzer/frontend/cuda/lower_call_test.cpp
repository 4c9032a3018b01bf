//===- lower_call_test.cpp - calls, objects and lifetimes -------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/analysis/flow/dependence.h"
#include "analyzer/frontend/cuda/lower_testing.h"
#include "gtest/gtest.h"

using namespace fencepost;
using namespace fencepost::lower::testing;

TEST(LowerCall, OutParametersAndReferences) {
  auto L = lowered(R"(
__device__ void swap_(int &a, int &b) { int t = a; a = b; b = t; }
__device__ void get(const int *from, int *to) { *to = *from; }
__global__ void k(int *p) {
  int a = p[0], b;
  get(p + 1, &b);
  swap_(a, b);
  p[2] = a;
  p[3] = b;
})");
  const Function &Fn = *L.function("k");
  EXPECT_EQ(L.events("k"), "load weak p[0]; load weak *from; store weak p[2]; "
                           "store weak p[3]");
  EXPECT_EQ(Fn.Events[2].Operand, Fn.Events[1].Result);
  EXPECT_EQ(Fn.Events[3].Operand, Fn.Events[0].Result);
}

TEST(LowerCall, LambdasByReferenceAndCopyInLoops) {
  auto L = lowered(R"(
template <class F> __device__ void each(int n, F f) {
  for (int i = 0; i < n; ++i) f(i);
}
__global__ void k(float *data, float *out, int n) {
  float acc = 0, scale = data[100];
  each(n, [&acc, data, s = scale * 2](int i) { acc += data[i] * s; });
  out[0] = acc;
})");
  const Function &Fn = *L.function("k");
  EXPECT_EQ(L.events("k"),
            "load weak data[100]; load weak data[i]; store weak out[0]");
  EXPECT_EQ(dependsOn(Fn, Fn.Events[2].Operand, 1), Ternary::Yes);
  EXPECT_EQ(dependsOn(Fn, Fn.Events[2].Operand, 0), Ternary::Yes);
}

TEST(LowerCall, GuardsLockAndUnlockInOrder) {
  auto L = lowered(R"(
struct Guard {
  int *l;
  __device__ explicit Guard(int *p) : l(p) {
    while (atomicCAS(l, 0, 1) != 0) {}
    __threadfence();
  }
  __device__ ~Guard() { __threadfence(); atomicExch(l, 0); }
};
__device__ int lock;
__global__ void k(int *p, int n) {
  {
    Guard g(&lock);
    if (n) return;
    p[0] += 1;
  }
  p[1] = 2;
})");
  const Function &Fn = *L.function("k");
  EXPECT_EQ(L.events("k"),
            "atom relaxed.gpu l; fence sc.gpu; fence sc.gpu; "
            "atom relaxed.gpu l; load weak p[0]; store weak p[0]; "
            "fence sc.gpu; atom relaxed.gpu l; store weak p[1]");
  EXPECT_EQ(Fn.Events[0].Address, Fn.Events[7].Address);
  EXPECT_EQ(Fn.value(Fn.Events[0].Address).Kind, ValueKind::Global);
}

TEST(LowerCall, TemporariesDieAtTheEndOfTheirExpression) {
  auto L = lowered(R"(
struct T {
  int *p;
  __device__ T(int *q) : p(q) { p[0] = 1; }
  __device__ ~T() { p[1] = 2; }
  __device__ int value() const { return p[2]; }
};
__global__ void k(int *p) {
  int v = T(p).value();
  p[3] = v;
  const T &kept = T(p + 8);
  p[4] = kept.value();
})");
  EXPECT_EQ(L.events("k"), "store weak p[0]; load weak p[2]; store weak p[1]; "
                           "store weak p[3]; store weak p[0]; load weak p[2]; "
                           "store weak p[4]; store weak p[1]");
}

TEST(LowerCall, BasesMembersAndDefaultInitialisers) {
  auto L = lowered(R"(
struct Base { int *q; __device__ Base(int *p) : q(p) {}
  __device__ int get() const { return *q; } };
struct Derived : Base { int k = 3; int *r;
  __device__ Derived(int *p, int *s) : Base(p), r(s) {}
  __device__ int both() const { return get() + r[k]; } };
__global__ void k(int *p, int *s) {
  Derived d(p, s);
  Derived copy = d;
  s[9] = copy.both();
})");
  const Function &Fn = *L.function("k");
  EXPECT_EQ(L.events("k"), "load weak *q; load weak r[k]; store weak s[9]");
  EXPECT_EQ(Fn.value(Fn.Events[0].Address).Kind, ValueKind::Param);
  EXPECT_EQ(Fn.value(Fn.value(Fn.Events[1].Address).Operands[1]).Imm, 3);
}

TEST(LowerCall, InheritedConstructors) {
  auto L = lowered(R"(
struct A { int x; __device__ A(int i) : x(i) {} };
struct B : A { using A::A; };
__global__ void k(int *p) { B b(p[0]); p[1] = b.x; })");
  const Function &Fn = *L.function("k");
  ASSERT_EQ(Fn.Events.size(), 2u);
  EXPECT_EQ(Fn.Events[1].Operand, Fn.Events[0].Result);
}

TEST(LowerCall, OperatorsConversionsAndDefaultArguments) {
  auto L = lowered(R"(
struct Ref {
  int *p;
  __device__ operator int() const { return *(volatile int *)p; }
  __device__ Ref &operator=(int v) { *(volatile int *)p = v; return *this; }
};
__device__ Ref at(int *p, int i = 5) { return Ref{p + i}; }
__global__ void k(int *p) {
  at(p) = 7;
  p[0] = at(p, 2);
})");
  const Function &Fn = *L.function("k");
  ASSERT_EQ(Fn.Events.size(), 3u);
  EXPECT_EQ(Fn.Events[0].Kind, EventKind::Store);
  EXPECT_TRUE(Fn.Events[0].IsVolatile);
  EXPECT_EQ(Fn.value(Fn.value(Fn.Events[0].Address).Operands[1]).Imm, 5);
  EXPECT_EQ(Fn.value(Fn.value(Fn.Events[1].Address).Operands[1]).Imm, 2);
  EXPECT_EQ(Fn.Events[2].Operand, Fn.Events[1].Result);
}

TEST(LowerCall, StructuredBindings) {
  auto L = lowered(R"(
struct Pair { int first; int *second; };
__device__ Pair make(int *p) { return {p[0], p + 1}; }
__global__ void k(int *p) {
  auto [a, b] = make(p);
  *b = a;
  int arr[2] = {p[4], p[5]};
  auto &[x, y] = arr;
  y = 3;
  p[6] = arr[1] + x;
})");
  const Function &Fn = *L.function("k");
  EXPECT_EQ(L.events("k"), "load weak p[0]; store weak *b; load weak p[4]; "
                           "load weak p[5]; store weak p[6]");
  EXPECT_EQ(Fn.Events[1].Operand, Fn.Events[0].Result);
  EXPECT_EQ(dependsOn(Fn, Fn.Events[4].Operand, 3), Ternary::No);
  EXPECT_EQ(dependsOn(Fn, Fn.Events[4].Operand, 2), Ternary::Yes);
}

TEST(LowerCall, UnknownCallsAreOpaqueAndReachWhatTheyAreGiven) {
  auto L = lowered(R"(
__device__ void elsewhere(int *);
__device__ int ping(int n, int *p);
__device__ int pong(int n, int *p) { return n ? ping(n - 1, p) : *p; }
__device__ int ping(int n, int *p) { return n ? pong(n - 1, p) : *p; }
struct Iface { __device__ virtual int f() = 0; };
__global__ void k(int *p, int (*fn)(int), Iface *i) {
  int kept = 1, given = 2;
  elsewhere(&given);
  p[0] = kept;
  p[1] = given;
  p[2] = fn(3);
  p[3] = i->f();
  p[4] = ping(4, p);
})");
  const Function &Fn = *L.function("k");
  std::vector<std::string> Opaque;
  for (const Event &E : Fn.Events)
    if (E.Kind == EventKind::OpaqueCall)
      Opaque.push_back(E.Spelling);
  EXPECT_EQ(Opaque, (std::vector<std::string>{"elsewhere()", "indirect call",
                                              "f()", "ping()"}));
  std::vector<const Event *> Stores;
  for (const Event &E : Fn.Events)
    if (E.Kind == EventKind::Store)
      Stores.push_back(&E);
  EXPECT_EQ(Fn.value(Stores[0]->Operand).Kind, ValueKind::Constant);
  EXPECT_NE(Fn.value(Stores[1]->Operand).Kind, ValueKind::Constant);
}

TEST(LowerCall, KnownFunctionPointersAreSpliced) {
  auto L = lowered(R"(
__device__ void put(int *p) { *p = 1; }
template <class F> __device__ void apply(F f, int *p) { f(p); }
__global__ void k(int *p) { apply(put, p); apply(&put, p + 1); })");
  EXPECT_EQ(L.events("k"), "store weak *p; store weak *p");
}

TEST(LowerCall, PureFunctionsAreValues) {
  auto L = lowered(R"(
__device__ float poly(float x) {
  float r = 0;
  for (int i = 0; i < 9; ++i) r = r * x + i;
  return r;
}
__global__ void k(float *p) { p[1] = poly(p[0]); })");
  const Function &Fn = *L.function("k");
  EXPECT_EQ(L.events("k"), "load weak p[0]; store weak p[1]");
  EXPECT_EQ(Fn.value(Fn.Events[1].Operand).Op, OpCode::Pure);
  EXPECT_EQ(dependsOn(Fn, Fn.Events[1].Operand, 0), Ternary::Yes);
  for (const Block &B : Fn.Blocks)
    EXPECT_NE(B.Term.Kind, TerminatorKind::Branch);
}

TEST(LowerCall, DeviceFunctionsThatNoKernelReaches) {
  auto L = lowered(R"(
__device__ void used(int *p) { *p = 1; }
__device__ void unused(volatile int *p) { *p = 2; }
namespace lib { template <class T> struct Q {
  T *p; __device__ void put(T v) { *p = v; } }; }
template struct lib::Q<int>;
__global__ void k(int *p) { used(p); })");
  EXPECT_TRUE(L.function("k"));
  EXPECT_FALSE(L.function("used"));
  ASSERT_TRUE(L.function("unused"));
  EXPECT_EQ(L.function("unused")->Kind, FunctionKind::Device);
  EXPECT_EQ(L.events("lib::Q<int>::put"), "load weak p; store weak *p");
}

TEST(LowerCall, SourceWithErrorsIsPartlyRead) {
  auto L = lowered(R"(
struct Bar { int n; __device__ Bar() : n(0) {} __device__ void hit() { atomicAdd(&n, 1); } };
__global__ void k(int *p) {
  __shared__ Bar bar;
  p[0] = 1;
  undeclared_thing(p);
  p[1] = 2;
})");
  const Function *Fn = L.function("k");
  ASSERT_TRUE(Fn);
  EXPECT_EQ(Fn->State, Coverage::Partly);
  EXPECT_FALSE(Fn->Reasons.empty());
  EXPECT_EQ(L.events("k").substr(0, 15), "store weak p[0]");
  EXPECT_NE(L.events("k").find("store weak p[1]"), std::string::npos);
}

TEST(LowerCall, DeepNestingAndHugeBodiesEnd) {
  std::string Sum = "p[0]", Calls;
  for (int I = 0; I < 400; ++I)
    Sum += " + p[" + std::to_string(I) + "]";
  std::string Code = "__global__ void k(int *p) { p[1] = " + Sum + "; }\n";
  Code += "__device__ void f0(volatile int *p) { *p = 1; }\n";
  for (int I = 1; I < 24; ++I) {
    std::string N = std::to_string(I), M = std::to_string(I - 1);
    Code += "__device__ void f" + N + "(volatile int *p) { f" + M + "(p); f" +
            M + "(p + 1); }\n";
  }
  Code += "__global__ void big(int *p) { f23(p); }\n";
  auto L = lowered(Code);
  EXPECT_EQ(L.function("k")->Events.size(), 402u);
  ASSERT_TRUE(L.function("big"));
  EXPECT_EQ(L.function("big")->State, Coverage::Partly);
  EXPECT_EQ(L.function("big")->Reasons[0].substr(0, 6), "budget");
  EXPECT_EQ(verify(*L.function("big")), "");
}

TEST(LowerCall, SharedObjectWithConstructorIsLookedThrough) {
  auto L = lowered(R"(
namespace lib {
struct Counter {
  int n;
  __device__ Counter() : n(0) {}
  __device__ void hit(int k = 1) { atomicAdd(&n, k); }
};
__device__ void reset(Counter *c, int v) { c->n = v; }
}
__global__ void k(int *p) {
  __shared__ lib::Counter c;
  reset(&c, 3);
  c.hit();
  p[0] = c.n;
})");
  const Function &Fn = *L.function("k");
  EXPECT_EQ(L.events("k"), "store weak c->n; atom relaxed.gpu n; "
                           "load weak c.n; store weak p[0]");
  EXPECT_EQ(Fn.Events[1].Spc, Space::SharedCta);
  EXPECT_EQ(Fn.Events[0].Address, Fn.Events[1].Address);
  EXPECT_EQ(Fn.Events[2].Address, Fn.Events[1].Address);
  EXPECT_EQ(Fn.State, Coverage::Partly);
}

TEST(LowerCall, AsmWithoutACommaIsReadFromItsText) {
  auto L = lowered(R"(
__global__ void k(int *p, int *flag, int v) {
  p[0] = 1;
  asm volatile("st.global.release.sys.u32 [%0], %1;" ::"l"(flag) "r"(v) : "memory");
  p[1] = 2;
})");
  const Function &Fn = *L.function("k");
  EXPECT_EQ(L.events("k"),
            "store weak p[0]; store release.sys flag; store weak p[1]");
  EXPECT_EQ(Fn.State, Coverage::Partly);
  EXPECT_EQ(Fn.value(Fn.Events[1].Address).Kind, ValueKind::Param);
  EXPECT_EQ(Fn.value(Fn.Events[1].Operand).Kind, ValueKind::Param);
}

TEST(LowerCall, AsmThatThePreprocessorLeavesOutIsNotLost) {
  auto L = lowered(R"(
__global__ void k(int *p) {
  p[0] = 1;
#if 0
  asm volatile("membar.gl;");
#endif
}
__global__ void faulty(int *p) { undeclared(p); })");
  EXPECT_EQ(L.events("k"), "store weak p[0]");
  EXPECT_EQ(L.function("k")->State, Coverage::Analysed);
}

TEST(LowerCall, BuiltinAtomicsTakeTheirArgumentsInSourceOrder) {
  auto L = lowered(R"(
#define PTR(x) (x)
__global__ void k(int *p) {
  int v = __scoped_atomic_load_n(PTR(p), __ATOMIC_ACQUIRE, __MEMORY_SCOPE_DEVICE);
  __scoped_atomic_store_n(PTR(p + 1), v, __ATOMIC_RELEASE, __MEMORY_SCOPE_WRKGRP);
  __atomic_fetch_add(p, 3, __ATOMIC_RELAXED);
})");
  const Function &Fn = *L.function("k");
  ASSERT_EQ(Fn.Events.size(), 3u);
  EXPECT_EQ(Fn.Events[0].Ord, Order::Acquire);
  EXPECT_EQ(Fn.Events[0].Scp, Scope::Gpu);
  EXPECT_EQ(Fn.Events[1].Ord, Order::Release);
  EXPECT_EQ(Fn.Events[1].Scp, Scope::Cta);
  EXPECT_EQ(Fn.Events[1].Operand, Fn.Events[0].Result);
  EXPECT_EQ(Fn.Events[2].Kind, EventKind::Rmw);
  EXPECT_EQ(Fn.Events[2].Ord, Order::Relaxed);
  EXPECT_EQ(Fn.Events[2].Scp, Scope::Sys);
}

TEST(LowerCall, APointerTakenByReferenceIsTheValueComparedWith) {
  auto L = lowered(R"(
namespace cuda { enum thread_scope { thread_scope_system, thread_scope_device, thread_scope_block };
namespace std { enum memory_order { relaxed, consume, acquire, release, acq_rel, seq_cst }; }
template <class T, thread_scope S = thread_scope_system> struct atomic_ref { T *p;
  __device__ explicit atomic_ref(T &t) : p(&t) {}
  __device__ T load(std::memory_order o = std::seq_cst) const;
  __device__ bool compare_exchange_weak(T &e, T v, std::memory_order o = std::seq_cst) const; };
}
struct Node { int key, value; Node *next; };
__global__ void k(Node **head, Node *n) {
  cuda::atomic_ref<Node *, cuda::thread_scope_device> h(*head);
  Node *old = h.load(cuda::std::relaxed);
  if (!h.compare_exchange_weak(old, n, cuda::std::relaxed)) n->next = old;
})");
  const Function &Fn = *L.function("k");
  ASSERT_EQ(Fn.Events.size(), 3u); // No load of a node.
  EXPECT_EQ(Fn.Events[1].Rmw, RmwOp::Cas);
  EXPECT_EQ(Fn.Events[1].Extra[0], Fn.Events[0].Result);
  EXPECT_EQ(Fn.Events[2].Operand, Fn.Events[1].Result);
}

TEST(LowerCall, AValueMadeOfATemplateArgumentOfTheClass) {
  auto L = lowered(R"(
namespace cooperative_groups {
template <unsigned Size, class Parent = void> struct thread_block_tile {
  __device__ static unsigned thread_rank(); };
}
__global__ void k(int *p) {
  cooperative_groups::thread_block_tile<8> tile;
  p[tile.thread_rank()] = 1;
})");
  const Function &Fn = *L.function("k");
  ASSERT_EQ(Fn.Events.size(), 1u);
  ValueId Rank = Fn.value(Fn.Events[0].Address).Operands[1];
  while (Fn.value(Rank).Op == OpCode::Cast)
    Rank = Fn.value(Rank).Operands[0];
  EXPECT_EQ(Fn.value(Rank).Op, OpCode::Rem);
  EXPECT_EQ(Fn.value(Fn.value(Rank).Operands[0]).Name, "laneid");
  EXPECT_EQ(Fn.value(Fn.value(Rank).Operands[1]).Imm, 8);
}

TEST(LowerCall, LibraryClassesByModel) {
  auto L = lowered(R"(
namespace cuda { inline namespace __9 {
enum thread_scope { thread_scope_system, thread_scope_device, thread_scope_block };
namespace std { enum memory_order { relaxed, consume, acquire, release, acq_rel, seq_cst }; }
template <class T> struct __impl { T *p;
  __device__ T load(std::memory_order o = std::seq_cst) const;
  __device__ T fetch_add(T v, std::memory_order o = std::seq_cst) const;
  __device__ bool compare_exchange_strong(T &e, T v, std::memory_order o = std::seq_cst) const; };
template <class T, thread_scope S = thread_scope_system> struct atomic_ref : __impl<T> {
  __device__ explicit atomic_ref(T &t) : __impl<T>{&t} {} };
}}
__device__ int poll(const cuda::atomic_ref<int, cuda::thread_scope_device> &f,
                    cuda::std::memory_order o) { return f.load(o); }
__global__ void k(int *flag, int *data) {
  cuda::atomic_ref<int, cuda::thread_scope_device> f(*flag);
  while (poll(f, cuda::std::acquire) == 0) {}
  data[0] = 1;
  cuda::atomic_ref<int>(data[1]).fetch_add(2);
  int expected = 5;
  if (!f.compare_exchange_strong(expected, 6, cuda::std::relaxed)) data[2] = expected;
})");
  const Function &Fn = *L.function("k");
  ASSERT_EQ(Fn.Events.size(), 6u);
  EXPECT_EQ(Fn.Events[0].Kind, EventKind::Load);
  EXPECT_EQ(Fn.Events[0].Ord, Order::Acquire);
  EXPECT_EQ(Fn.Events[0].Scp, Scope::Gpu);
  EXPECT_EQ(Fn.value(Fn.Events[0].Address).Kind, ValueKind::Param);
  EXPECT_EQ(Fn.Events[2].Kind, EventKind::Fence);
  EXPECT_EQ(Fn.Events[2].Ord, Order::SeqCst);
  EXPECT_EQ(Fn.Events[3].Scp, Scope::Sys);
  EXPECT_EQ(Fn.Events[3].Rmw, RmwOp::Add);
  EXPECT_EQ(Fn.Events[3].Bits, 32);
  EXPECT_EQ(Fn.Events[3].Object, "data[1]"); // What the reference refers to.
  EXPECT_EQ(Fn.Events[4].Object, "f");
  EXPECT_EQ(Fn.Events[4].Rmw, RmwOp::Cas);
  EXPECT_EQ(Fn.Events[4].Address, Fn.Events[0].Address);
  EXPECT_EQ(Fn.value(Fn.Events[4].Extra[0]).Imm, 5);
  EXPECT_EQ(Fn.Events[5].Operand, Fn.Events[4].Result);
}
