//===- lower_test.cpp - statements and accesses to events -------*- C++ -*-===//
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

static const Event *find(const Function &Fn, llvm::StringRef Object,
                         EventKind Kind) {
  for (const Event &E : Fn.Events)
    if (E.Kind == Kind && E.Object == Object)
      return &E;
  return nullptr;
}

static EventId idOf(const Function &Fn, const Event *E) {
  return E - Fn.Events.data();
}

/// Is there a path from the event's block back to itself?
static bool isInLoop(const Function &Fn, EventId Id) {
  BlockId Home = NoId;
  for (BlockId B = 0; B < Fn.Blocks.size(); ++B)
    if (llvm::is_contained(Fn.Blocks[B].Events, Id))
      Home = B;
  std::vector<BlockId> Work(Fn.Blocks[Home].Term.Successors.begin(),
                            Fn.Blocks[Home].Term.Successors.end());
  std::vector<bool> Seen(Fn.Blocks.size());
  while (!Work.empty()) {
    BlockId B = Work.back();
    Work.pop_back();
    if (B == Home)
      return true;
    if (Seen[B])
      continue;
    Seen[B] = true;
    Work.insert(Work.end(), Fn.Blocks[B].Term.Successors.begin(),
                Fn.Blocks[B].Term.Successors.end());
  }
  return false;
}

/// Does some branch of Fn depend on E?
static bool decides(const Function &Fn, EventId E) {
  for (const Block &B : Fn.Blocks)
    if (B.Term.Condition != UnknownValue &&
        dependsOn(Fn, B.Term.Condition, E) == Ternary::Yes)
      return true;
  return false;
}

TEST(Lower, PollThenRead) {
  auto L = lowered(R"(
__device__ int data[64];
__global__ void k(volatile int *flag, int *out) {
  while (*flag == 0) {}
  __threadfence();
  out[threadIdx.x] = data[threadIdx.x];
})");
  EXPECT_EQ(L.events("k"), "load relaxed.sys *flag; fence sc.gpu; "
                           "load weak data[threadIdx.x]; "
                           "store weak out[threadIdx.x]");
  const Function &Fn = *L.function("k");
  EXPECT_EQ(verify(Fn), "");
  const Event *Poll = find(Fn, "*flag", EventKind::Load);
  ASSERT_TRUE(Poll);
  EXPECT_TRUE(Poll->IsVolatile);
  EXPECT_EQ(Poll->Bits, 32);
  EXPECT_TRUE(isInLoop(Fn, idOf(Fn, Poll)));
  EXPECT_TRUE(decides(Fn, idOf(Fn, Poll)));
  const Event *Data = find(Fn, "data[threadIdx.x]", EventKind::Load);
  ASSERT_TRUE(Data);
  EXPECT_EQ(Data->Spc, Space::Global);
  EXPECT_FALSE(isInLoop(Fn, idOf(Fn, Data)));
  EXPECT_FALSE(decides(Fn, idOf(Fn, Data)));
  EXPECT_TRUE(Fn.Params[0].IsPointeeVolatile);
}

TEST(Lower, ParametersOfStructType) {
  auto L = lowered(R"(
struct Args { int *flag; const float *data; int n; };
__global__ void __launch_bounds__(256) k(Args args, const int *__restrict__ q) {
  args.flag[args.n] = *q;
})");
  const Function &Fn = *L.function("k");
  ASSERT_EQ(Fn.Params.size(), 4u);
  EXPECT_EQ(Fn.Params[0].Name, "args.flag");
  EXPECT_EQ(Fn.Params[1].Name, "args.data");
  EXPECT_TRUE(Fn.Params[1].IsPointeeConst);
  EXPECT_EQ(Fn.Params[2].Name, "args.n");
  EXPECT_TRUE(Fn.Params[3].IsPointeeConst);
  EXPECT_TRUE(Fn.Params[3].IsRestrict);
  EXPECT_EQ(Fn.MaxThreads, 256u);
  EXPECT_EQ(L.events("k"), "load weak *q; store weak args.flag[args.n]");
}

TEST(Lower, SameAddressIsSameValue) {
  auto L = lowered(R"(
__global__ void k(int *p, int i) {
  int *q = p + i;
  p[i] = 1;
  *q = 2;
  q[1] = 3;
  p[i + 1] = 4;
  int *r = &p[i];
  ++*r;
})");
  const Function &Fn = *L.function("k");
  ASSERT_EQ(Fn.Events.size(), 6u);
  EXPECT_EQ(Fn.Events[0].Address, Fn.Events[1].Address);
  EXPECT_EQ(Fn.Events[2].Address, Fn.Events[3].Address);
  EXPECT_EQ(Fn.Events[4].Address, Fn.Events[0].Address);
  EXPECT_EQ(Fn.Events[5].Address, Fn.Events[0].Address);
  EXPECT_NE(Fn.Events[0].Address, Fn.Events[2].Address);
}

TEST(Lower, SpacesFromDeclarations) {
  auto L = lowered(R"(
__constant__ int table[4];
__device__ int counter;
__managed__ int shared_with_host;
extern __shared__ int dynamic[];
__global__ void k(int *p) {
  __shared__ int s;
  s = table[1];
  counter = 1;
  shared_with_host = 2;
  dynamic[threadIdx.x] = 3;
})");
  const Function &Fn = *L.function("k");
  EXPECT_EQ(find(Fn, "table[1]", EventKind::Load)->Prx, Proxy::Constant);
  EXPECT_EQ(find(Fn, "table[1]", EventKind::Load)->Spc, Space::Const);
  EXPECT_EQ(find(Fn, "s", EventKind::Store)->Spc, Space::SharedCta);
  EXPECT_EQ(find(Fn, "counter", EventKind::Store)->Spc, Space::Global);
  EXPECT_EQ(find(Fn, "dynamic[threadIdx.x]", EventKind::Store)->Spc,
            Space::SharedCta);
  ASSERT_TRUE(L.M->global("shared_with_host"));
  EXPECT_TRUE(L.M->global("shared_with_host")->IsManaged);
  EXPECT_FALSE(L.M->global("counter")->IsManaged);
  EXPECT_EQ(L.M->global("dynamic")->Size, 0u);
}

TEST(Lower, StructsAndVectorsAreOneAccess) {
  auto L = lowered(R"(
struct Node { int *next; int key; };
__global__ void k(float4 *v, Node *n, int *out) {
  float4 a = v[0];
  v[1] = a;
  Node m = n[2];
  out[0] = m.key;
  n->key = 5;
})");
  EXPECT_EQ(L.events("k"), "load weak v[0]; store weak v[1]; load weak n[2]; "
                           "store weak out[0]; store weak n->key");
  const Function &Fn = *L.function("k");
  EXPECT_EQ(Fn.Events[0].Elements, 4);
  EXPECT_EQ(Fn.Events[0].Bits, 32);
  EXPECT_TRUE(Fn.Events[0].IsFloat);
  EXPECT_EQ(Fn.Events[2].Bits, 128);
  const Value &Address = Fn.value(Fn.Events[4].Address);
  EXPECT_EQ(Address.Op, OpCode::Field);
  EXPECT_EQ(Address.Imm, 8);
  EXPECT_EQ(Address.Name, "Node::key");
  EXPECT_EQ(dependsOn(Fn, Fn.Events[3].Operand, 2), Ternary::Yes);
}

TEST(Lower, SpecialRegisters) {
  auto L = lowered(R"(
__global__ void k(int *p) { p[blockIdx.x * blockDim.x + threadIdx.x] = 0; })");
  std::vector<std::string> Names;
  for (const Value &V : L.function("k")->Values)
    if (V.Kind == ValueKind::Special)
      Names.push_back(V.Name);
  llvm::sort(Names);
  EXPECT_EQ(Names, (std::vector<std::string>{"ctaid.x", "ntid.x", "tid.x"}));
}

TEST(Lower, LoopsOfEveryKind) {
  auto L = lowered(R"(
__global__ void k(volatile int *f, int *a, int n) {
  for (int i = 0; i < n; ++i) a[i] = i;
  int v;
  do { v = f[0]; if (v == 7) continue; if (v == 8) break; } while (v != 1);
  for (;;) { if (f[1]) break; }
again:
  if (f[2] == 0) goto again;
  int list[3] = {1, 2, 3};
  for (int x : list) a[x] = x;
  while (int w = f[3]) a[0] = w;
})");
  const Function &Fn = *L.function("k");
  EXPECT_EQ(verify(Fn), "");
  for (const char *Polled : {"f[0]", "f[1]", "f[2]", "f[3]"}) {
    const Event *E = find(Fn, Polled, EventKind::Load);
    ASSERT_TRUE(E) << Polled;
    EXPECT_TRUE(isInLoop(Fn, idOf(Fn, E))) << Polled;
    EXPECT_TRUE(decides(Fn, idOf(Fn, E))) << Polled;
  }
  EXPECT_TRUE(isInLoop(Fn, idOf(Fn, find(Fn, "a[i]", EventKind::Store))));
  EXPECT_TRUE(isInLoop(Fn, idOf(Fn, find(Fn, "a[x]", EventKind::Store))));
}

TEST(Lower, ShortCircuitGuardsTheSecondOperand) {
  auto L = lowered(R"(
__global__ void k(int *p, int *q, int n) {
  if (n > 0 && *p == 1 || *q == 2) p[1] = 0;
  int m = *q ? p[2] : q[2];
  q[3] = m;
})");
  EXPECT_EQ(L.events("k"),
            "load weak *p; load weak *q; store weak p[1]; load weak *q; "
            "load weak p[2]; load weak q[2]; store weak q[3]");
  const Function &Fn = *L.function("k");
  EXPECT_EQ(Fn.Blocks[0].Events.size(), 0u);
  const Value &Merged = Fn.value(find(Fn, "q[3]", EventKind::Store)->Operand);
  EXPECT_EQ(Merged.Kind, ValueKind::Phi);
}

TEST(Lower, SwitchFallsThrough) {
  auto L = lowered(R"(
__global__ void k(int *p, int n) {
  switch (n) {
  case 1: p[1] = 1;
  case 2 ... 3: p[2] = 2; break;
  default: p[3] = 3;
  }
})");
  const Function &Fn = *L.function("k");
  const Terminator *Switch = nullptr;
  for (const Block &B : Fn.Blocks)
    if (B.Term.Kind == TerminatorKind::Switch)
      Switch = &B.Term;
  ASSERT_TRUE(Switch);
  EXPECT_EQ(Switch->CaseValues.size(), 3u);
  const Block &One = Fn.Blocks[Switch->Successors[0]];
  EXPECT_EQ(One.Term.Kind, TerminatorKind::Jump);
  EXPECT_EQ(One.Term.Successors[0], Switch->Successors[1]);
}

TEST(Lower, ConstantConditionsVanish) {
  auto L = lowered(R"(
template <int N> __global__ void k(int *p) {
  if constexpr (N > 2) p[N] = 1; else p[0] = 2;
  if (N == 5) p[7] = 3;
  constexpr int two = 2;
  if (two == 3) p[8] = 4;
}
template __global__ void k<3>(int *);)");
  EXPECT_EQ(L.events("k"), "store weak p[N]");
}

TEST(Lower, InstancesWithEqualEventsAreOne) {
  auto L = lowered(R"(
template <class T, int N> __global__ void k(int *p) { p[0] = 2; }
template __global__ void k<int, 1>(int *);
template __global__ void k<int, 2>(int *);
template <int N> __global__ void never(int *p) { p[N] = 1; }
template <int N> __global__ void differ(int *p) { p[N] = 1; }
template __global__ void differ<1>(int *);
template __global__ void differ<2>(int *);)");
  ASSERT_TRUE(L.function("k<"));
  EXPECT_EQ(L.function("k<")->Instances, 2u);
  unsigned Differ = 0;
  for (const auto &Fn : L.M->Functions)
    Differ += llvm::StringRef(Fn->Display).starts_with("differ");
  EXPECT_EQ(Differ, 2u);
  ASSERT_TRUE(L.function("never"));
  EXPECT_EQ(L.function("never")->State, Coverage::Skipped);
  EXPECT_EQ(L.function("never")->Reasons[0], "not instantiated here");
}

TEST(Lower, LocalArraysKeepTheirElements) {
  auto L = lowered(R"(
__global__ void k(int *p, int n) {
  int a[4];
  a[0] = p[0];
  a[1] = p[1];
  p[2] = a[0];
  a[n] = p[3];
  p[4] = a[n];
  p[5] = a[2];
})");
  const Function &Fn = *L.function("k");
  EXPECT_EQ(L.events("k"),
            "load weak p[0]; load weak p[1]; store weak p[2]; load weak p[3]; "
            "store weak p[4]; store weak p[5]");
  EXPECT_EQ(Fn.Events[2].Operand, Fn.Events[0].Result);
  EXPECT_EQ(Fn.Events[4].Operand, Fn.Events[3].Result);
  EXPECT_EQ(dependsOn(Fn, Fn.Events[5].Operand, 3), Ternary::Yes);
}

TEST(Lower, PointerThatWalksALocalArray) {
  auto L = lowered(R"(
__global__ void k(int *p) {
  int a[4] = {};
  int *w = a;
  for (int i = 0; i < 4; ++i) *w++ = p[i];
  p[9] = a[2];
})");
  const Function &Fn = *L.function("k");
  EXPECT_EQ(L.events("k"), "load weak p[i]; store weak p[9]");
  EXPECT_EQ(dependsOn(Fn, Fn.Events[1].Operand, 0), Ternary::Yes);
}

TEST(Lower, StructThatBeginsWithAUnion) {
  auto L = lowered(R"(
struct Work { union { int i; float f; }; int *p; int n; };
__global__ void k(Work *w, int *out) { Work v = w[1]; out[0] = v.n; })");
  EXPECT_EQ(L.events("k"), "load weak w[1]; store weak out[0]");
  EXPECT_EQ(L.function("k")->Events[0].Bits, 192);
}

TEST(Lower, UnionsAndBitFields) {
  auto L = lowered(R"(
union Bits { int i; float f; };
struct Packed { unsigned a : 3; unsigned b : 5; int c; };
__global__ void k(int *p) {
  Bits u;
  u.f = __builtin_bit_cast(float, p[0]);
  p[1] = u.i;
  Packed s = {};
  s.b = p[2];
  s.c = p[3];
  p[4] = s.a;
  p[5] = s.c;
})");
  const Function &Fn = *L.function("k");
  EXPECT_EQ(dependsOn(Fn, find(Fn, "p[1]", EventKind::Store)->Operand, 0),
            Ternary::Yes);
  EXPECT_EQ(find(Fn, "p[5]", EventKind::Store)->Operand,
            find(Fn, "p[3]", EventKind::Load)->Result);
}

TEST(Lower, AtomicsAndUnusedResults) {
  auto L = lowered(R"(
__device__ int total;
__global__ void k(int *p) {
  atomicAdd(&total, 1);
  int t = atomicAdd(p + 1, 2);
  p[t] = 0;
  while (atomicCAS(p, 0, 1) != 0) __nanosleep(20);
})");
  const Function &Fn = *L.function("k");
  EXPECT_EQ(L.events("k"), "atom relaxed.gpu total; atom relaxed.gpu p + 1; "
                           "store weak p[t]; atom relaxed.gpu p; sleep");
  EXPECT_EQ(Fn.Events[0].Spelling, "atomicAdd");
  EXPECT_EQ(Fn.Events[0].Spc, Space::Global);
  EXPECT_FALSE(Fn.Events[0].ResultUsed);
  EXPECT_TRUE(Fn.Events[1].ResultUsed);
  EXPECT_EQ(Fn.Events[3].Rmw, RmwOp::Cas);
  EXPECT_TRUE(decides(Fn, 3));
  EXPECT_TRUE(isInLoop(Fn, 3));
}

TEST(Lower, AsmReadsAndWritesVariables) {
  auto L = lowered(R"(
__device__ unsigned acquire(unsigned *p) {
  unsigned v;
  asm volatile("ld.acquire.gpu.global.u32 %0, [%1];" : "=r"(v) : "l"(p) : "memory");
  return v;
}
__global__ void k(unsigned *flag, unsigned *data) {
  while (acquire(flag) != 1) {}
  data[0] = 1;
  asm volatile("" ::: "memory");
})");
  const Function &Fn = *L.function("k");
  EXPECT_EQ(L.events("k"), "load acquire.gpu p; store weak data[0]; compiler");
  EXPECT_TRUE(Fn.Events[0].InAsm);
  EXPECT_TRUE(Fn.Events[0].CompilerBarrier);
  EXPECT_TRUE(decides(Fn, 0));
  EXPECT_EQ(Fn.value(Fn.Events[0].Address).Kind, ValueKind::Param);
  const Location &At = L.M->at(Fn.Events[0].Loc);
  EXPECT_EQ(At.Line, 4u);
  EXPECT_EQ(At.Function, "acquire");
  ASSERT_NE(At.InlinedAt, Nowhere);
  EXPECT_EQ(L.M->at(At.InlinedAt).Line, 8u);
  EXPECT_EQ(L.M->at(At.InlinedAt).Function, "k");
}

TEST(Lower, MacroUseIsThePlace) {
  auto L = lowered(R"(
#define READ_ONCE(x) (*(volatile int *)&(x))
__global__ void k(int *p) {
  while (READ_ONCE(*p) == 0) {}
})");
  const Event &E = L.function("k")->Events[0];
  EXPECT_TRUE(E.IsVolatile);
  EXPECT_EQ(L.M->at(E.Loc).Line, 4u);
  ASSERT_NE(L.M->at(E.Loc).Spelling, Nowhere);
  EXPECT_EQ(L.M->at(L.M->at(E.Loc).Spelling).Line, 2u);
}
