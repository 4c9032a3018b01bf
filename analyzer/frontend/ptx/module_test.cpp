//===- module_test.cpp - whole modules: names, calls, variables -----------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/frontend/ptx/ptx_testing.h"

using namespace fencepost;
using namespace fencepost::test;

//===- Kernels ------------------------------------------------------------===//

TEST(PtxModule, KernelHasItsNamesAndLimits) {
  PtxUnit U = readChecked(Header + R"(
.visible .entry _Z7consumePKjS0_Pf(
  .param .u64 _Z7consumePKjS0_Pf_param_0,
  .param .u64 .ptr .global .align 4 _Z7consumePKjS0_Pf_param_1,
  .param .align 8 .b8 args[24]
)
.maxntid 128, 2, 1
.reqnctapercluster 4, 1, 1
.pragma "nounroll";
{
  .reg .b64 %rd<4>; .reg .b32 %r<4>;
  ld.param.u64 %rd1, [_Z7consumePKjS0_Pf_param_0];
  ld.param.u64 %rd2, [args+16];
  red.global.add.u32 [%rd1], 1;
  st.relaxed.gpu.global.u32 [%rd2+4], 7;
  ret;
}
)");
  ASSERT_TRUE(U.M);
  EXPECT_TRUE(U.Notes.empty());
  EXPECT_EQ(U.M->Origin, Layer::Ptx);
  EXPECT_EQ(U.M->Arch, "sm_90");
  const Function &Fn = *functionIn(U, "_Z7consumePKjS0_Pf");
  EXPECT_EQ(Fn.Display, "consume");
  EXPECT_EQ(Fn.Kind, FunctionKind::Kernel);
  EXPECT_EQ(Fn.State, Coverage::Analysed);
  EXPECT_EQ(Fn.MaxThreads, 256u);
  EXPECT_EQ(Fn.ClusterSize, 4u);
  ASSERT_EQ(Fn.Params.size(), 3u);
  EXPECT_EQ(Fn.Params[0].Name, "param_0");
  EXPECT_EQ(Fn.Params[0].PointeeSpace, Space::Generic);
  EXPECT_TRUE(Fn.Params[1].Type.IsPointer);
  EXPECT_EQ(Fn.Params[1].PointeeSpace, Space::Global);
  EXPECT_EQ(Fn.Params[2].Name, "args");

  const Event &Red = only(Fn, EventKind::Red);
  EXPECT_EQ(Red.Object, "[param_0]");
  EXPECT_EQ(Fn.value(Red.Address).Kind, ValueKind::Param);
  EXPECT_EQ(Fn.value(Red.Address).Imm, 0);
  EXPECT_EQ(Fn.value(Red.Address).Name, "");
  const Event &Store = only(Fn, EventKind::Store);
  EXPECT_EQ(Store.Object, "[args.at16+4]");
}

TEST(PtxModule, TheAddressOfAParameterLeadsToItsLeaves) {
  PtxUnit U = readChecked(Header + R"(
.entry k(.param .align 8 .b8 s[32]) {
  .reg .b64 %rd<9>;
  mov.b64 %rd1, s;
  cvta.param.u64 %rd2, %rd1;
  add.u64 %rd3, %rd2, 8;
  ld.param.u64 %rd4, [%rd3+16];
  ld.u64 %rd5, [%rd3];
  red.global.add.u32 [%rd4], 1;
  red.global.add.u32 [%rd5], 1;
  ret;
}
)");
  const Function &Fn = *functionIn(U, "k");
  auto Reds = eventsOf(Fn, EventKind::Red);
  ASSERT_EQ(Reds.size(), 2u);
  EXPECT_EQ(Reds[0]->Object, "[s.at24]");
  EXPECT_EQ(Reds[1]->Object, "[s.at8]");
  EXPECT_TRUE(eventsOf(Fn, EventKind::Load).empty())
      << "parameters are no memory";
}

TEST(PtxModule, VariablesBecomeGlobals) {
  PtxUnit U = readChecked(Header + R"(
.visible .global .align 4 .u32 counter;
.global .attribute(.managed) .align 8 .b8 shared_with_host[256];
.const .align 4 .f32 table[4][8] = {{0f00000000}, {0f3F800000}};
.extern .shared .align 16 .b8 dyn[];
.entry k() {
  .shared .align 4 .b8 buffer[128];
  .reg .b64 %rd<4>; .reg .b32 %r<9>;
  mov.u64 %rd1, counter;
  mov.u32 %r1, %tid.x;
  mov.u32 %r2, buffer;
  mad.lo.u32 %r3, %r1, 4, %r2;
  st.volatile.shared.u32 [%r3], %r1;
  st.volatile.shared.u32 [dyn+8], %r1;
  atom.global.add.u32 %r4, [%rd1], 1;
  atom.global.add.u32 %r5, [shared_with_host+12], 1;
  ret;
}
)");
  ASSERT_EQ(U.M->Globals.size(), 5u);
  auto Check = [&](llvm::StringRef Name, Space Spc, uint64_t Size) {
    const Global *G = U.M->global(Name);
    ASSERT_TRUE(G) << Name.str();
    EXPECT_EQ(G->Spc, Spc) << Name.str();
    EXPECT_EQ(G->Size, Size) << Name.str();
  };
  Check("counter", Space::Global, 4);
  Check("shared_with_host", Space::Global, 256);
  Check("table", Space::Const, 128);
  Check("dyn", Space::SharedCta, 0);
  Check("k::buffer", Space::SharedCta, 128);
  EXPECT_TRUE(U.M->global("shared_with_host")->IsManaged);
  EXPECT_FALSE(U.M->global("counter")->IsManaged);
  EXPECT_EQ(U.M->global("k::buffer")->Display, "buffer");
  EXPECT_EQ(U.M->global("counter")->Loc != Nowhere, true);

  const Function &Fn = *functionIn(U, "k");
  auto Stores = eventsOf(Fn, EventKind::Store);
  ASSERT_EQ(Stores.size(), 2u);
  EXPECT_EQ(Stores[0]->Object, "buffer[..]");
  EXPECT_EQ(Stores[1]->Object, "[dyn+8]");
  auto Atoms = eventsOf(Fn, EventKind::Rmw);
  ASSERT_EQ(Atoms.size(), 2u);
  EXPECT_EQ(Atoms[0]->Object, "counter");
  EXPECT_EQ(Atoms[1]->Object, "[shared_with_host+12]");
}

TEST(PtxModule, MangledVariablesShowTheirLastName) {
  PtxUnit U = readChecked(Header + R"(
.entry _Z6reducePf(.param .u64 _Z6reducePf_param_0) {
  .shared .align 4 .b8 _ZZ6reducePfE7partial[128];
  .reg .b32 %r<3>;
  st.volatile.shared.u32 [_ZZ6reducePfE7partial], %r1;
  ret;
}
)");
  const Global *G = U.M->global("_ZZ6reducePfE7partial");
  ASSERT_TRUE(G);
  EXPECT_EQ(G->Display, "partial");
}

TEST(PtxModule, ManyModulesInOneText) {
  // As a dump of a fat binary prints them.
  const std::string One = R"(
Fatbin ptx code:
================
arch = sm_90
compile_size = 64bit

.version 8.5
.target sm_90, debug
.address_size 64
.entry k(.param .u64 p) {
  .reg .b64 %rd<2>;
  ld.param.u64 %rd1, [p];
  red.release.gpu.global.add.u32 [%rd1], 1;
  ret;
}
)";
  std::string Two = One;
  size_t At = 0;
  while ((At = Two.find("sm_90")) != std::string::npos)
    Two.replace(At, 5, "sm_75");
  PtxUnit U = readChecked(One + Two);
  ASSERT_TRUE(U.M);
  EXPECT_TRUE(U.Notes.empty()) << U.Notes.front().Message;
  ASSERT_EQ(U.M->Functions.size(), 2u);
  EXPECT_EQ(U.M->Functions[0]->Name, "k");
  EXPECT_EQ(U.M->Functions[1]->Name, "k.2");
  EXPECT_EQ(U.M->Functions[1]->Display, "k");
  EXPECT_EQ(U.M->Arch, "sm_75") << "what holds there holds for both";
  for (const auto &Fn : U.M->Functions)
    EXPECT_EQ(only(*Fn, EventKind::Red).Ord, Order::Release);
}

TEST(PtxModule, FunctionsWithoutOrderAreNotLowered) {
  PtxUnit U = readChecked(Header + R"(
.entry plain(.param .u64 p) {
  .reg .b64 %rd<2>; .reg .b32 %r<2>;
  ld.param.u64 %rd1, [p];
  ld.global.u32 %r1, [%rd1];
  st.global.u32 [%rd1+4], %r1;
  ret;
}
.entry poll(.param .u64 p) {
  .reg .b64 %rd<2>; .reg .b32 %r<2>; .reg .pred %q;
  ld.param.u64 %rd1, [p];
again:ld.global.u32 %r1, [%rd1];
  setp.eq.u32 %q, %r1, 0;
  @%q bra again;
  ret;
}
)");
  EXPECT_TRUE(functionIn(U, "plain")->Events.empty());
  EXPECT_EQ(functionIn(U, "plain")->State, Coverage::Analysed);
  EXPECT_EQ(only(*functionIn(U, "poll"), EventKind::Load).Ord, Order::Weak);
}

//===- Control flow -------------------------------------------------------===//

TEST(PtxModule, LabelsOfDebugInformationMakeNoBlocks) {
  PtxUnit U = readChecked(Header + R"(
.entry k(.param .u64 p) {
$L__func_begin0:
  .reg .b64 %rd<2>;
  ld.param.u64 %rd1, [p];
$L__tmp0:
  fence.acq_rel.gpu;
$L__tmp1:
  red.global.add.u32 [%rd1], 1;
$L__tmp2:
  ret;
}
)");
  EXPECT_EQ(functionIn(U, "k")->Blocks.size(), 1u);
}

TEST(PtxModule, IndexedBranchReachesEveryTarget) {
  PtxUnit U = readChecked(Header + R"(
.entry k(.param .u64 p, .param .u32 n) {
  .reg .b64 %rd<2>; .reg .b32 %r<4>;
  ld.param.u64 %rd1, [p];
  ld.param.u32 %r1, [n];
  ts: .branchtargets A, B, C;
  brx.idx %r1, ts;
A: red.global.add.u32 [%rd1], 1; ret;
B: red.global.min.u32 [%rd1], 1; ret;
C: red.global.max.u32 [%rd1], 1; ret;
}
)");
  const Function &Fn = *functionIn(U, "k");
  EXPECT_EQ(eventsOf(Fn, EventKind::Red).size(), 3u);
  EXPECT_EQ(Fn.State, Coverage::Analysed);
}

TEST(PtxModule, BracesShadowRegistersAndLabels) {
  PtxUnit U = readChecked(Header + R"(
.entry k(.param .u64 p) {
  .reg .b64 %rd<2>; .reg .b32 v;
  ld.param.u64 %rd1, [p];
  mov.u32 v, 1;
  { .reg .b32 v; .reg .pred q; mov.u32 v, 2;
W: ld.relaxed.gpu.global.u32 v, [%rd1];
  setp.eq.u32 q, v, 0; @q bra W; }
  { .reg .b32 v; .reg .pred q; mov.u32 v, 3;
W: ld.acquire.gpu.global.u32 v, [%rd1+8];
  setp.eq.u32 q, v, 0; @q bra W; }
  st.volatile.global.u32 [%rd1+16], v;
  ret;
}
)");
  const Function &Fn = *functionIn(U, "k");
  EXPECT_EQ(Fn.State, Coverage::Analysed);
  const Event &Store = only(Fn, EventKind::Store);
  EXPECT_EQ(Fn.value(Store.Operand).Kind, ValueKind::Constant);
  EXPECT_EQ(Fn.value(Store.Operand).Imm, 1);
  EXPECT_EQ(eventsOf(Fn, EventKind::Load).size(), 2u);
}

//===- Calls --------------------------------------------------------------===//

TEST(PtxModule, ResultsThatNothingReadsAreUnused) {
  PtxUnit U = readChecked(Header + R"(
.visible .entry k(.param .u64 p, .param .u64 q)
{
  .reg .pred %p<2>; .reg .b64 %rd<4>; .reg .b32 %r<4>;
  ld.param.u64 %rd1, [p];
  ld.param.u64 %rd2, [q];
  mov.u32 %r0, %tid.x;
  setp.lt.u32 %p0, %r0, 7;
  mov.u32 %r1, 0;
  @%p0 atom.acq_rel.gpu.global.add.u32 %r1, [%rd1], 1;
  mov.u32 %r2, 0;
  @%p0 atom.relaxed.gpu.global.add.u32 %r2, [%rd1], 1;
  st.global.u32 [%rd2], %r2;
  ret;
}
.visible .func (.param .u32 out) ticket(.param .u64 p)
{
  .reg .b64 %rd<4>; .reg .b32 %r<4>;
  ld.param.u64 %rd1, [p];
  atom.relaxed.gpu.global.add.u32 %r1, [%rd1], 1;
  st.param.u32 [out], %r1;
  ret;
}
)");
  ASSERT_TRUE(U.M);
  auto Updates = [&](llvm::StringRef Name) {
    std::vector<bool> Used;
    for (const Event &E : functionIn(U, Name)->Events)
      if (E.Kind == EventKind::Rmw)
        Used.push_back(E.ResultUsed);
    return Used;
  };
  EXPECT_EQ(Updates("k"), std::vector<bool>({false, true}));
  EXPECT_EQ(Updates("ticket"), std::vector<bool>({true}));
}

// What compilers make of `x % 8` with a sign, PTX having a `rem` all the same.
TEST(PtxModule, RoundingOffIsARemainder) {
  auto Index = [](llvm::StringRef Shift, llvm::StringRef Mask) {
    PtxUnit U = readChecked(
        Header +
        ".visible .entry k(.param .u64 p)\n{\n"
        "  .reg .b64 %rd<4>; .reg .b32 %r<9>;\n"
        "  ld.param.u64 %rd1, [p];\n  mov.u32 %r1, %tid.x;\n"
        "  shr.s32 %r2, %r1, 31;\n  shr.u32 %r3, %r2, " +
        Shift.str() + ";\n  add.s32 %r4, %r1, %r3;\n  and.b32 %r5, %r4, " +
        Mask.str() +
        ";\n  sub.s32 %r6, %r1, %r5;\n"
        "  red.relaxed.gpu.global.add.u32 [%rd1], %r6;\n  ret;\n}\n");
    const Function &Fn = *functionIn(U, "k");
    return Fn.value(Fn.Events.at(0).Operand);
  };
  Value Rest = Index("29", "-8");
  EXPECT_EQ(Rest.Op, OpCode::Rem);
  EXPECT_TRUE(Rest.Type.IsSigned);
  EXPECT_EQ(Index("31", "-2").Op, OpCode::Rem);
  // Another power than what is added, or no power.
  EXPECT_EQ(Index("28", "-8").Op, OpCode::Sub);
  EXPECT_EQ(Index("29", "-6").Op, OpCode::Sub);
  EXPECT_EQ(Index("29", "7").Op, OpCode::Sub);
}

TEST(PtxModule, CallsAreSplicedWithTheirValues) {
  PtxUnit U = readChecked(Header + R"(
.func (.param .b32 func_retval0) _Z4takePji(.param .b64 _Z4takePji_param_0,
                                          .param .b32 _Z4takePji_param_1)
{
  .reg .b64 %rd<2>; .reg .b32 %r<4>;
  ld.param.u64 %rd1, [_Z4takePji_param_0];
  ld.param.u32 %r1, [_Z4takePji_param_1];
  atom.global.add.u32 %r2, [%rd1], %r1;
  st.param.b32 [func_retval0+0], %r2;
  ret;
}
.entry k(.param .u64 p)
{
  .reg .b64 %rd<2>; .reg .b32 %r<4>;
  ld.param.u64 %rd1, [p];
  { // callseq 0, 0
  .param .b64 param0;
  st.param.b64 [param0+0], %rd1;
  .param .b32 param1;
  st.param.b32 [param1+0], 5;
  .param .b32 retval0;
  call.uni (retval0),
  _Z4takePji,
  (
  param0,
  param1
  );
  ld.param.b32 %r2, [retval0+0];
  }
  st.volatile.global.u32 [%rd1+8], %r2;
  ret;
}
)");
  ASSERT_EQ(U.M->Functions.size(), 1u) << "the callee is part of its caller";
  const Function &Fn = *functionIn(U, "k");
  EXPECT_EQ(Fn.State, Coverage::Analysed);
  const Event &Atom = only(Fn, EventKind::Rmw);
  EXPECT_EQ(Atom.Object, "[p]");
  EXPECT_EQ(Fn.value(Atom.Operand).Imm, 5);
  EXPECT_EQ(only(Fn, EventKind::Store).Operand, Atom.Result);
  const Location &At = U.M->at(Atom.Loc);
  EXPECT_EQ(At.Line, 11u);
  EXPECT_EQ(At.Function, "take");
  EXPECT_EQ(U.M->at(At.InlinedAt).Line, 25u);
}

TEST(PtxModule, RegistersAsArguments) {
  PtxUnit U = readChecked(Header + R"(
.func (.reg .u32 out) f(.reg .u64 a, .reg .u32 n) {
  fence.acq_rel.gpu;
  add.u32 out, n, 2;
  ret;
}
.entry k(.param .u64 p) {
  .reg .b64 %rd<2>; .reg .b32 %r<4>;
  ld.param.u64 %rd1, [p];
  call (%r1), f, (%rd1, 40);
  st.relaxed.gpu.global.u32 [%rd1], %r1;
  ret;
}
)");
  const Function &Fn = *functionIn(U, "k");
  EXPECT_EQ(Fn.value(only(Fn, EventKind::Store).Operand).Imm, 42);
  only(Fn, EventKind::Fence);
}

// A call that orders nothing uses what it is given.
TEST(PtxModule, ArgumentsOfHarmlessCallsAreUsed) {
  PtxUnit U = readChecked(Header + R"(
.extern .func (.param .b32 r) __nv_popc (.param .b32 a);
.extern .func (.reg .b64 r) malloc (.reg .b64 a);
.entry k(.param .u64 p) {
  .reg .b64 %rd<4>; .reg .b32 %r<4>;
  ld.param.u64 %rd1, [p];
  atom.global.add.u32 %r1, [%rd1], 1;
  { .param .b32 a; st.param.b32 [a+0], %r1; .param .b32 r;
    call.uni (r), __nv_popc, (a); ld.param.b32 %r2, [r+0]; }
  st.relaxed.gpu.global.u32 [%rd1+8], %r2;
  atom.global.add.u64 %rd2, [%rd1+16], 1;
  call.uni (%rd3), malloc, (%rd2);
  st.relaxed.gpu.global.u32 [%rd3], 0;
  atom.global.add.u32 %r3, [%rd1+24], 1;
  ret;
}
)");
  const Function &Fn = *functionIn(U, "k");
  std::vector<bool> Used;
  std::vector<ValueId> Made;
  for (const Event &E : Fn.Events) {
    if (E.Kind == EventKind::Rmw)
      Used.push_back(E.ResultUsed);
    if (E.Kind == EventKind::Store)
      Made.push_back(Made.empty() ? E.Operand : E.Address);
  }
  EXPECT_EQ(Used, (std::vector<bool>{true, true, false}));
  ASSERT_EQ(Made.size(), 2u);
  for (ValueId V : Made) {
    EXPECT_EQ(Fn.value(V).Op, OpCode::Havoc);
    EXPECT_EQ(Fn.value(V).Operands.size(), 1u);
  }
}

TEST(PtxModule, WhatCannotBeSplicedIsOpaque) {
  PtxUnit U = readChecked(Header + R"(
.extern .func outside (.param .b64 a);
.extern .func (.param .b32 r) vprintf (.param .b64 a, .param .b64 b);
.extern .func __assertfail () .noreturn;
.func loop(.param .b64 a) { fence.acq_rel.gpu; call.uni loop2, (a); ret; }
.func loop2(.param .b64 a) { call.uni loop, (a); ret; }
.entry k(.param .u64 p) {
  .reg .b64 %rd<3>; .reg .pred %q;
  ld.param.u64 %rd1, [p];
  { .param .b64 a; st.param.b64 [a], %rd1; call.uni outside, (a); }
  { .param .b64 a; .param .b64 b; .param .b32 r;
    call.uni (r), vprintf, (a, b); }
  { .param .b64 a; .callprototype_1: .callprototype _ (.param .b64 _);
    call %rd1, (a), .callprototype_1; }
  { .param .b64 a; call.uni loop, (a); }
  setp.eq.u64 %q, %rd1, 0;
  @%q call.uni __assertfail;
  red.global.add.u32 [%rd1], 1;
  ret;
}
)");
  const Function &Fn = *functionIn(U, "k");
  std::vector<std::string> Opaque;
  for (const Event *E : eventsOf(Fn, EventKind::OpaqueCall))
    Opaque.push_back(E->Spelling);
  ASSERT_GE(Opaque.size(), 2u);
  EXPECT_TRUE(llvm::is_contained(Opaque, "call outside"));
  EXPECT_TRUE(llvm::is_contained(Opaque, "call loop"));
  EXPECT_FALSE(llvm::is_contained(Opaque, "call vprintf"));
  EXPECT_FALSE(llvm::is_contained(Opaque, "call __assertfail"));
  EXPECT_EQ(Fn.State, Coverage::Partly);
  ASSERT_FALSE(Fn.Reasons.empty());
  EXPECT_TRUE(llvm::any_of(Fn.Reasons, [](const std::string &R) {
    return R.find("recursive") != std::string::npos;
  }));
  EXPECT_TRUE(llvm::any_of(Fn.Blocks, [](const Block &B) {
    return B.Term.Kind == TerminatorKind::Unreachable;
  }));
}

TEST(PtxModule, AliasesAreFollowed) {
  PtxUnit U = readChecked(Header + R"(
.func inner() { fence.sc.sys; ret; }
.visible .func outer();
.alias outer, inner;
.entry k() { call.uni outer; ret; }
)");
  EXPECT_EQ(only(*functionIn(U, "k"), EventKind::Fence).Ord, Order::SeqCst);
}

TEST(PtxModule, UncalledFunctionsAreDeviceFunctions) {
  PtxUnit U = readChecked(Header + R"(
.visible .func (.param .b32 r) acquire(.param .b64 a) {
  .reg .b64 %rd<2>; .reg .b32 %r<2>;
  ld.param.u64 %rd1, [a];
  ld.acquire.gpu.u32 %r1, [%rd1];
  st.param.b32 [r], %r1;
  ret;
}
)");
  const Function &Fn = *functionIn(U, "acquire");
  EXPECT_EQ(Fn.Kind, FunctionKind::Device);
  EXPECT_EQ(only(Fn, EventKind::Load).Object, "[a]");
}
