//===- form_shapes_test.cpp - what a form says beyond its order -----------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the line of words in the other tests of forms leaves out: widths,
// operands, actions, completion. PTX ISA 9.0, 9.7.9 and 9.7.13 to 9.7.17.
//
//===----------------------------------------------------------------------===//

#include "analyzer/frontend/ptx/forms_testing.h"
#include "gtest/gtest.h"

using namespace fencepost;
using llvm::StringRef;

static Event only(StringRef Text) {
  Lowered L(Text);
  EXPECT_EQ(L.Fn->Events.size(), 1u) << Text.str();
  return L.Fn->Events.empty() ? Event{} : L.Fn->Events[0];
}

static std::optional<int64_t> constantOf(const Lowered &L, ValueId V) {
  const Value &Node = L.Fn->Values[V];
  if (Node.Kind != ValueKind::Constant)
    return std::nullopt;
  return Node.Imm;
}

TEST(FormShape, WidthsAndElements) {
  struct {
    const char *Text;
    unsigned Bits, Elements;
    bool IsFloat;
  } Cases[] = {
      {"ld.global.u8 %r4,[%rd1];", 8, 1, false},
      {"ld.global.v4.u32 {%r4,%r5,%r6,%r7},[%rd1];", 32, 4, false},
      {"ld.global.b128 %q1,[%rd1];", 128, 1, false},
      {"ld.global.v8.f32 {%f1,%f2,%f3,%f4,%f5,%f6,%f7,%f8},[%rd1];", 32, 8,
       true},
      {"st.global.v2.f64 [%rd1],{%fd1,%fd2};", 64, 2, true},
      {"atom.global.add.noftz.f16x2 %r4,[%rd1],%r1;", 16, 2, true},
      {"red.global.add.v4.f32 [%rd1],{%f1,%f2,%f1,%f2};", 32, 4, true},
      {"multimem.ld_reduce.global.add.v4.bf16x2 {%r4,%r5,%r6,%r7},[%rd1];", 16,
       8, true},
  };
  for (auto &C : Cases) {
    Event E = only(C.Text);
    EXPECT_EQ(E.Bits, C.Bits) << C.Text;
    EXPECT_EQ(E.Elements, C.Elements) << C.Text;
    EXPECT_EQ(E.IsFloat, C.IsFloat) << C.Text;
  }
}

TEST(FormShape, VolatileMmioAndHints) {
  EXPECT_TRUE(only("ld.volatile.global.u32 %r4,[%rd1];").IsVolatile);
  EXPECT_FALSE(only("ld.relaxed.sys.global.u32 %r4,[%rd1];").IsVolatile);
  EXPECT_TRUE(only("st.mmio.relaxed.sys.global.u32 [%rd1],%r1;").IsMmio);
  EXPECT_EQ(only("ld.global.cg.u32 %r4,[%rd1];").Hint, CacheHint::Cg);
  EXPECT_EQ(only("st.global.wt.u32 [%rd1],%r1;").Hint, CacheHint::Wt);
}

TEST(FormShape, CompareAndSwapKeepsBothValues) {
  Lowered L("atom.global.cas.b32 %r4,[%rd1],5,7;");
  const Event &E = L.Fn->Events.at(0);
  EXPECT_EQ(E.Rmw, RmwOp::Cas);
  EXPECT_EQ(constantOf(L, E.Operand), 7);
  ASSERT_EQ(E.Extra.size(), 1u);
  EXPECT_EQ(constantOf(L, E.Extra[0]), 5);
}

TEST(FormShape, OperationsOfUpdates) {
  EXPECT_EQ(only("atom.global.inc.u32 %r4,[%rd1],%r1;").Rmw, RmwOp::Inc);
  EXPECT_EQ(only("red.global.and.b32 [%rd1],%r1;").Rmw, RmwOp::And);
  EXPECT_EQ(only("multimem.red.global.max.u32 [%rd1],%r1;").Rmw, RmwOp::Max);
  EXPECT_EQ(only("cp.reduce.async.bulk.global.shared::cta.bulk_group.xor.b32 "
                 "[%rd1],[%r9],16;")
                .Rmw,
            RmwOp::Xor);
}

TEST(FormShape, ADiscardedResultKeepsAtomAnAtom) {
  Event E = only("atom.acquire.gpu.global.add.u32 _,[%rd1],1;");
  EXPECT_EQ(E.Kind, EventKind::Rmw);
  EXPECT_FALSE(E.ResultUsed);
  Lowered L("{ .reg .b32 t; .reg .pred p; atom.global.exch.b32 t,[%rd1],0;"
            " setp.eq.u32 p,t,0; @p st.global.u32 [%rd2],1; }");
  EXPECT_TRUE(L.Fn->Events.at(0).ResultUsed);
}

TEST(FormShape, BarriersSayWhatTheyDo) {
  Lowered Sync("bar.sync 4, 128;");
  const Event &S = Sync.Fn->Events.at(0);
  EXPECT_EQ(S.Barrier, BarrierAction::Sync);
  EXPECT_EQ(constantOf(Sync, S.BarrierId), 4);
  EXPECT_EQ(constantOf(Sync, S.Participants), 128);
  EXPECT_EQ(only("bar.arrive 1,64;").Barrier, BarrierAction::Arrive);
  EXPECT_EQ(only("barrier.cluster.arrive;").Barrier, BarrierAction::Arrive);
  EXPECT_EQ(only("barrier.cluster.wait;").Barrier, BarrierAction::Wait);
  EXPECT_EQ(only("griddepcontrol.wait;").Barrier, BarrierAction::Wait);
  EXPECT_EQ(only("griddepcontrol.launch_dependents;").Barrier,
            BarrierAction::Arrive);
  Event Red = only("bar.red.and.pred %p3,0,%p1;");
  EXPECT_EQ(Red.Extra.size(), 1u);
  EXPECT_EQ(Red.Participants, UnknownValue);
  Lowered RedCount("bar.red.popc.u32 %r4,1,64,!%p1;");
  EXPECT_EQ(constantOf(RedCount, RedCount.Fn->Events.at(0).Participants), 64);
  Lowered Warp("bar.warp.sync 0xffff;");
  EXPECT_EQ(constantOf(Warp, Warp.Fn->Events.at(0).Participants), 0xffff);
}

TEST(FormShape, MbarrierActions) {
  struct {
    const char *Text;
    MbarrierAction Action;
  } Cases[] = {
      {"mbarrier.init.shared.b64 [%r9],1;", MbarrierAction::Init},
      {"mbarrier.inval.shared.b64 [%r9];", MbarrierAction::Inval},
      {"mbarrier.arrive.shared.b64 _,[%r9];", MbarrierAction::Arrive},
      {"mbarrier.arrive_drop.expect_tx.shared.b64 _,[%r9],16;",
       MbarrierAction::ArriveDrop},
      {"mbarrier.arrive.expect_tx.shared.b64 _,[%r9],16;",
       MbarrierAction::ArriveExpectTx},
      {"mbarrier.expect_tx.relaxed.cta.shared.b64 [%r9],16;",
       MbarrierAction::ExpectTx},
      {"mbarrier.complete_tx.relaxed.cta.shared.b64 [%r9],16;",
       MbarrierAction::CompleteTx},
      {"mbarrier.test_wait.shared.b64 p,[%r9],%rd1;", MbarrierAction::TestWait},
      {"mbarrier.try_wait.parity.shared.b64 p,[%r9],0;",
       MbarrierAction::TryWait},
  };
  for (auto &C : Cases)
    EXPECT_EQ(only(C.Text).Mbar, C.Action) << C.Text;
}

TEST(FormShape, CopiesNameSourceSizeAndCompletion) {
  Lowered L("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes "
            "[%r9],[%rd1],512,[%r8];");
  const Event &E = L.Fn->Events.at(0);
  EXPECT_EQ(E.Done, Completion::Mbarrier);
  ASSERT_EQ(E.Extra.size(), 2u);
  EXPECT_EQ(constantOf(L, E.Extra[1]), 512);
  EXPECT_NE(E.Extra[0], E.Address);
  EXPECT_NE(E.CompletionObject, UnknownValue);
  EXPECT_NE(E.CompletionObject, E.Address);
  EXPECT_EQ(E.Object, "[%r9]");

  EXPECT_EQ(only("cp.async.bulk.global.shared::cta.bulk_group "
                 "[%rd1],[%r9],16;")
                .Done,
            Completion::BulkGroup);
  EXPECT_EQ(only("cp.async.ca.shared.global [%r9],[%rd1],4;").Done,
            Completion::CpAsyncGroup);
  EXPECT_EQ(only("st.async.shared::cluster.mbarrier::complete_tx::bytes.u32 "
                 "[%r9],%r1,[%r8];")
                .Done,
            Completion::Mbarrier);
  EXPECT_EQ(only("st.async.release.gpu.global.u32 [%rd1],%r1;").Done,
            Completion::None);
}

TEST(FormShape, CommitsAndWaits) {
  EXPECT_EQ(only("cp.async.commit_group;").Done, Completion::CpAsyncGroup);
  EXPECT_EQ(only("cp.async.bulk.commit_group;").Done, Completion::BulkGroup);
  EXPECT_EQ(only("wgmma.commit_group.sync.aligned;").Done,
            Completion::WgmmaGroup);
  EXPECT_TRUE(only("cp.async.bulk.wait_group.read 0;").ReadOnlyWait);
  EXPECT_FALSE(only("cp.async.bulk.wait_group 0;").ReadOnlyWait);
  Lowered L("cp.async.wait_group 3;"), All("cp.async.wait_all;");
  EXPECT_EQ(constantOf(L, L.Fn->Events.at(0).Operand), 3);
  EXPECT_EQ(constantOf(All, All.Fn->Events.at(0).Operand), 0);
  Event Arrive = only("cp.async.mbarrier.arrive.shared.b64 [%r9];");
  EXPECT_EQ(Arrive.Done, Completion::Mbarrier);
  EXPECT_NE(Arrive.CompletionObject, UnknownValue);
  Event Commit = only("tcgen05.commit.cta_group::1.mbarrier::arrive::one."
                      "shared::cluster.b64 [%r9];");
  EXPECT_EQ(Commit.Done, Completion::Tcgen05);
  EXPECT_NE(Commit.CompletionObject, UnknownValue);
}

TEST(FormShape, TensormapFencesHaveAddressAndSize) {
  Lowered L("fence.proxy.tensormap::generic.acquire.gpu [%rd8],128;");
  EXPECT_NE(L.Fn->Events.at(0).Address, UnknownValue);
  EXPECT_EQ(constantOf(L, L.Fn->Events.at(0).Operand), 128);
}

TEST(FormShape, CollectivesKeepMaskAndArguments) {
  Lowered L("shfl.sync.idx.b32 %r4|%p1,%r1,0,31,0xff;");
  const Event &E = L.Fn->Events.at(0);
  EXPECT_EQ(constantOf(L, E.Participants), 0xff);
  ASSERT_EQ(E.Extra.size(), 4u);
  EXPECT_EQ(E.Extra[0], E.Participants);
  EXPECT_EQ(constantOf(L, E.Extra[2]), 0);
  EXPECT_EQ(constantOf(L, E.Extra[3]), 31);
}

TEST(FormShape, SpellingIsTheDottedText) {
  EXPECT_EQ(only("ld.relaxed.sys.global.u32 %r1,[%rd1+8];").Spelling,
            "ld.relaxed.sys.global.u32");
  EXPECT_EQ(only("fence.acq_rel.gpu;").Spelling, "fence.acq_rel.gpu");
  EXPECT_EQ(only("st.global.u32 [%rd1+8],0;").Object, "[%rd1+8]");
}
