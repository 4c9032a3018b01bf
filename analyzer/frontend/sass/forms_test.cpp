//===- forms_test.cpp - instructions and their events ---------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What ptxas makes of each form of PTX, and which events stand for it: the
// instructions were read off disassemblies for the architecture that a row
// names.
//
//===----------------------------------------------------------------------===//

#include "analyzer/frontend/sass/sass_testing.h"
#include "llvm/ADT/StringSwitch.h"

using namespace fencepost;
using namespace fencepost::test;
using llvm::StringRef;

/// "kind[.order][.scope][.space][.proxy]...", in the words of .events, of what
/// differs from the plain.
static std::string say(const Event &E) {
  std::string S = spelling(E.Kind).str();
  auto Add = [&](StringRef Word) { S += "." + Word.str(); };
  if (E.Rmw != RmwOp::None)
    Add(spelling(E.Rmw));
  if (E.Mbar != MbarrierAction::None)
    Add(spelling(E.Mbar));
  if (E.Barrier != BarrierAction::None)
    Add(spelling(E.Barrier));
  if (E.Done != Completion::None)
    Add(spelling(E.Done));
  if (E.Ord != Order::None)
    Add(spelling(E.Ord));
  if (E.Scp != Scope::None)
    Add(E.Scp == Scope::Unknown ? "scope?" : spelling(E.Scp));
  if (E.Prx != Proxy::Generic)
    Add(spelling(E.Prx));
  if (E.Spc != Space::Unknown && E.Spc != Space::Generic)
    Add(spelling(E.Spc));
  if (E.IsMmio)
    Add("mmio");
  if (E.ReadOnlyWait)
    Add("read");
  return S;
}

struct Form {
  const char *Ptx; ///< Where it comes from.
  const char *Arch;
  const char *Sass;   ///< Lines.
  const char *Events; ///< Separated by blanks.
};

static std::ostream &operator<<(std::ostream &OS, const Form &F) {
  return OS << F.Ptx << " on " << F.Arch;
}

class Forms : public testing::TestWithParam<Form> {};

TEST_P(Forms, BecomeTheseEvents) {
  LoweredKernel K(GetParam().Sass, GetParam().Arch);
  ASSERT_TRUE(K.Fn);
  EXPECT_EQ(K.Fn->State, Coverage::Analysed)
      << (K.Fn->Reasons.empty() ? "" : K.Fn->Reasons[0]);
  std::vector<std::string> Said;
  for (const Event *E : K.events())
    Said.push_back(say(*E));
  EXPECT_EQ(llvm::join(Said, " "), GetParam().Events);
}

static const Form Accesses[] = {
    {"ld.global", "sm_90a", "LDG.E R5, desc[UR4][R2.64]", "load.weak.global"},
    {"ld.global", "sm_75", "LDG.E.SYS R0, [R2.64+UR4]", "load.weak.global"},
    {"ld.global.nc", "sm_75", "LDG.E.CONSTANT.SYS R0, [R2]",
     "load.weak.nc.global"},
    {"ld.global.nc", "sm_90a", "LDG.E.CONSTANT R5, desc[UR4][R2.64]",
     "load.weak.nc.global"},
    {"ld.relaxed.cta", "sm_90a", "LDG.E.STRONG.SM R5, desc[UR4][R2.64]",
     "load.unknown.cta.global"},
    {"ld.relaxed.cta", "sm_75", "LDG.E.STRONG.CTA R5, [R2]",
     "load.unknown.cta.global"},
    {"ld.relaxed.gpu", "sm_90a", "LDG.E.STRONG.GPU R5, desc[UR4][R2.64]",
     "load.relaxed.gpu.global"},
    {"ld.volatile", "sm_90a", "LDG.E.STRONG.SYS R5, desc[UR4][R2.64]",
     "load.relaxed.sys.global"},
    {"ld.acquire.gpu", "sm_90a",
     "LDG.E.STRONG.GPU R0, desc[UR4][R2.64]\nCCTL.IVALL",
     "load.relaxed.gpu.global fence.acquire.gpu"},
    {"ld.acquire.sys with arithmetic between", "sm_80",
     "LDG.E.STRONG.SYS R0, [R2.64]\nISETP.NE.AND P0, PT, R0, RZ, PT\n"
     "CCTL.IVALL",
     "load.relaxed.sys.global fence.acquire.sys"},
    {"ld.mmio.relaxed.sys", "sm_90a", "LDG.E.MMIO.SYS R5, desc[UR4][R2.64]",
     "load.relaxed.sys.global.mmio"},
    {"ld of a generic address", "sm_90a", "LD.E R5, [RZ.U32+UR4]", "load.weak"},
    {"ld.acquire.cta.shared and ld.shared", "sm_90a", "LDS R5, [UR4]",
     "load.unknown.scope?.shared::cta"},
    {"multimem.ld_reduce.acquire.sys", "sm_90a",
     "LDGMC.E.ADD.BF16x8.RN.STRONG.SYS R4, [RZ.U32+UR4]\nCCTL.IVALL",
     "load.other.unknown.sys.multimem.global fence.acquire.sys"},
    {"st.global", "sm_90a", "STG.E desc[UR4][R2.64], R5", "store.weak.global"},
    {"st.global", "sm_75", "STG.E.SYS [R2.64+UR4], R5", "store.weak.global"},
    {"st.relaxed.gpu", "sm_90a", "STG.E.STRONG.GPU desc[UR4][R2.64], R5",
     "store.relaxed.gpu.global"},
    {"st.release.sys", "sm_90a",
     "MEMBAR.ALL.SYS\nERRBAR\nCGAERRBAR\n"
     "STG.E.STRONG.SYS desc[UR4][R2.64], R5",
     "fence.release.sys store.relaxed.sys.global"},
    {"st.release.cta", "sm_90a",
     "MEMBAR.ALL.CTA\nSTG.E.STRONG.SM desc[UR4][R2.64], R5",
     "fence.acq_rel.cta store.unknown.cta.global"},
    {"ld.local", "sm_90a", "LDL R0, [R1]\nSTL.64 [R1], R2", ""},
};
INSTANTIATE_TEST_SUITE_P(Accesses, Forms, testing::ValuesIn(Accesses));

static const Form Atomics[] = {
    {"atom.cas, not used", "sm_90a",
     "ATOMG.E.CAS.STRONG.GPU PT, RZ, [R4], R6, R7",
     "atom.cas.relaxed.gpu.global"},
    {"atom.acq_rel.sys.cas", "sm_90a",
     "MEMBAR.ALL.SYS\nERRBAR\nCGAERRBAR\n"
     "ATOMG.E.CAS.STRONG.SYS PT, R5, [R4], R6, R7\nCCTL.IVALL",
     "fence.release.sys atom.cas.relaxed.sys.global fence.acquire.sys"},
    {"red.add", "sm_90a", "REDG.E.ADD.STRONG.GPU desc[UR4][R2.64], R5",
     "red.add.relaxed.gpu.global"},
    {"red.add", "sm_80", "RED.E.ADD.STRONG.GPU [R2.64], R5",
     "red.add.relaxed.gpu.global"},
    {"red.cta", "sm_90a", "REDG.E.ADD.STRONG.SM desc[UR4][R2.64], R5",
     "red.add.unknown.cta.global"},
    {"atom.add.f32", "sm_90a",
     "ATOMG.E.ADD.F32.FTZ.RN.STRONG.GPU PT, R5, desc[UR4][R2.64], R5",
     "atom.add.relaxed.gpu.global"},
    {"atom of a generic address", "sm_90a",
     "ATOM.E.ADD.S32.STRONG.GPU PT, R5, desc[UR4][R2.64], R5",
     "atom.add.relaxed.gpu"},
    {"atom.shared.add", "sm_90a", "ATOMS.ADD R5, [UR4], R5",
     "atom.add.unknown.scope?.shared::cta"},
    {"red.shared.add 1", "sm_90a", "ATOMS.POPC.INC.32 RZ, [UR4]",
     "red.add.unknown.scope?.shared::cta"},
    {"atom.shared.add.f32", "sm_100a", "ATOMS.CAST.SPIN P0, [R4], R2, R3",
     "atom.cas.unknown.scope?.shared::cta"},
};
INSTANTIATE_TEST_SUITE_P(Atomics, Forms, testing::ValuesIn(Atomics));

static const Form Fences[] = {
    {"fence.sc.gpu", "sm_90a", "MEMBAR.SC.GPU\nERRBAR\nCGAERRBAR\nCCTL.IVALL",
     "fence.sc.gpu"},
    {"fence.sc.gpu", "sm_75", "MEMBAR.SC.GPU\nERRBAR\nCCTL.IVALL",
     "fence.sc.gpu"},
    {"fence.sc.cta", "sm_90a", "MEMBAR.SC.CTA", "fence.sc.cta"},
    {"fence.acq_rel.gpu", "sm_90a",
     "MEMBAR.ALL.GPU\nERRBAR\nCGAERRBAR\nCCTL.IVALL", "fence.acq_rel.gpu"},
    {"fence.release.gpu", "sm_90a", "MEMBAR.ALL.GPU\nERRBAR\nCGAERRBAR",
     "fence.release.gpu"},
    {"fence.acquire.gpu", "sm_90a", "CCTL.IVALL", "fence.acquire.sys"},
    {"fence.acq_rel.cta", "sm_90a", "MEMBAR.ALL.CTA", "fence.acq_rel.cta"},
    {"fence.acq_rel.gpu with a load moved into it", "sm_80",
     "MEMBAR.ALL.GPU\nERRBAR\nLDG.E.CONSTANT R0, [R2.64]\nCCTL.IVALL",
     "fence.release.gpu load.weak.nc.global fence.acquire.sys"},
    {"fence.proxy.async", "sm_90a", "MEMBAR.ALL.GPU\nFENCE.VIEW.ASYNC.S",
     "fence.release.gpu fence.proxy.async"},
    {"fence.proxy.async.shared::cta", "sm_90a",
     "MEMBAR.ALL.CTA\nFENCE.VIEW.ASYNC.S",
     "fence.acq_rel.cta fence.proxy.async.shared::cta"},
    {"fence.proxy.async.global", "sm_90a", "FENCE.VIEW.ASYNC.G",
     "fence.proxy.async.global"},
    {"fence.proxy.tensormap acquire", "sm_90a",
     "DEPBAR {5,4,3,2,1,0}\nUTMACCTL.IV [UR4]",
     "fence.proxy.acquire.scope?.tensormap"},
    {"what a debug build adds before an exit", "sm_90a", "MEMBAR.SC.VC\nERRBAR",
     ""},
    {"prefetch.global.L1", "sm_90a", "CCTL.E.PF1 [R2]", "cache.global"},
};
INSTANTIATE_TEST_SUITE_P(Fences, Forms, testing::ValuesIn(Fences));

static const Form Barriers[] = {
    {"bar.sync 0", "sm_90a", "BAR.SYNC.DEFER_BLOCKING 0x0", "barrier.sync"},
    {"bar.arrive 1, 64", "sm_90a", "BAR.ARV 0x1, 0x40", "barrier.arrive"},
    {"bar.red.popc", "sm_90a",
     "BAR.RED.POPC.DEFER_BLOCKING 0x0, !P0\nB2R.RESULT R0", "barrier.sync"},
    {"barrier.cluster.arrive", "sm_90a",
     "MEMBAR.ALL.GPU\nERRBAR\nCGAERRBAR\nUCGABAR_ARV",
     "fence.release.gpu barrier.cluster.arrive.release.cluster"},
    {"barrier.cluster.arrive.relaxed", "sm_90a", "UCGABAR_ARV",
     "barrier.cluster.arrive.relaxed.cluster"},
    {"barrier.cluster.wait", "sm_90a", "UCGABAR_WAIT\nCCTL.IVALL",
     "barrier.cluster.wait.acquire.cluster"},
    {"bar.warp.sync", "sm_90a", "WARPSYNC R5", "bar.warp.sync"},
    {"divergence", "sm_90a", "BSSY B0, `(.L_x_1)\nBSYNC B0\n.L_x_1:\nYIELD",
     ""},
    {"shfl.sync.idx", "sm_90a", "SHFL.IDX PT, R7, R3, RZ, 0x1f", "warp"},
    {"elect.sync", "sm_90a", "ELECT P0, UR4, PT", "warp"},
    {"an atomic that was merged in the warp", "sm_90a",
     "VOTEU.ANY UR6, UPT, PT\nFLO.U32 R6, UR6\nS2R R7, SR_LANEID\n"
     "ISETP.EQ.U32.AND P0, PT, R6, R7, PT\nPOPC R11, UR6\n"
     "@P0 REDG.E.ADD.STRONG.GPU desc[UR4][R4.64], R11",
     "warp bar.warp.sync red.add.relaxed.gpu.global bar.warp.sync"},
    {"nanosleep", "sm_90a", "NANOSLEEP 0x14", "sleep"},
    {"griddepcontrol", "sm_90a", "ACQBULK\nPREEXIT",
     "griddep.wait griddep.arrive"},
    {"mbarrier.init", "sm_90a", "SYNCS.EXCH.64 URZ, [UR6], UR4",
     "mbarrier.init.weak.shared::cta"},
    {"mbarrier.arrive", "sm_90a", "SYNCS.ARRIVE.TRANS64.A1T0 R2, [UR4], RZ",
     "mbarrier.arrive.unknown.scope?.shared::cta"},
    {"mbarrier.arrive.expect_tx", "sm_90a",
     "SYNCS.ARRIVE.TRANS64 R2, [UR4], R2",
     "mbarrier.arrive.expect_tx.unknown.scope?.shared::cta"},
    {"mbarrier.expect_tx", "sm_90a",
     "SYNCS.ARRIVE.TRANS64.RED.A0TR RZ, [UR4], R0",
     "mbarrier.expect_tx.relaxed.scope?.shared::cta"},
    {"mbarrier.try_wait.parity", "sm_90a",
     "SYNCS.PHASECHK.TRANS64.TRYWAIT P0, [UR4], R0",
     "mbarrier.try_wait.unknown.scope?.shared::cta"},
    {"mbarrier.arrive", "sm_80", "ATOMS.ARRIVE.64 R2, [R0]",
     "mbarrier.arrive.unknown.scope?.shared::cta"},
};
INSTANTIATE_TEST_SUITE_P(Barriers, Forms, testing::ValuesIn(Barriers));

static const Form Copies[] = {
    {"cp.async, commit, wait", "sm_80",
     "LDGSTS.E.BYPASS.128 [R5], [R2.64]\nLDGDEPBAR\nDEPBAR.LE SB0, 0x0",
     "async.copy.cp.async.weak.shared::cta async.commit.cp.async "
     "async.wait.cp.async"},
    {"cp.async.mbarrier.arrive", "sm_90a", "ARRIVES.LDGSTSBAR.64.ARVCNT [UR4]",
     "async.commit.mbarrier.shared::cta"},
    {"cp.async.bulk to shared memory", "sm_90a", "UBLKCP.S.G [UR4], [UR6], UR8",
     "async.copy.mbarrier.weak.async.shared::cluster"},
    {"cp.async.bulk to global memory, wait for reads", "sm_90a",
     "UBLKCP.G.S [UR6], [UR4], UR5\nUTMACMDFLUSH\nDEPBAR.LE SB0, 0x0",
     "async.copy.bulk.weak.async.global async.commit.bulk "
     "async.wait.bulk.read"},
    {"cp.async.bulk.wait_group", "sm_90a",
     "UTMACMDFLUSH\nDEPBAR.LE SB0, 0x0\nCCTL.IVALL",
     "async.commit.bulk async.wait.bulk fence.acquire.sys"},
    {"cp.reduce.async.bulk", "sm_90a", "UBLKRED.G.S.ADD [UR6], [UR4], UR5",
     "async.copy.add.bulk.relaxed.gpu.async.global"},
    {"cp.async.bulk.tensor to shared memory", "sm_90a",
     "UTMALDG.1D [UR4], [UR8]",
     "async.copy.mbarrier.weak.async.shared::cluster"},
    {"cp.async.bulk.tensor to global memory", "sm_90a",
     "UTMASTG.1D [UR4], [UR6]", "async.copy.bulk.weak.async.global"},
    {"st.async", "sm_90a", "STAS [R2.64], R4",
     "async.copy.mbarrier.weak.shared::cluster"},
    {"st.async.release.gpu.global", "sm_100a",
     "USTGR.E.NA.STRONG.GPU [UR4], UR6", "async.copy.release.gpu.global"},
    {"st.async.mmio.release.sys.global", "sm_100a",
     "USTGR.E.NA.MMIO.SYS [UR4], UR6", "async.copy.release.sys.global.mmio"},
    {"red.async.release.gpu.global.add", "sm_100a",
     "UREDGR.E.ADD.NA.STRONG.GPU [UR4], UR6",
     "async.copy.add.release.gpu.global"},
    {"clusterlaunchcontrol.try_cancel", "sm_100a",
     "UGETNEXTWORKID.SELFCAST [UR4], [UR5]",
     "async.copy.mbarrier.weak.async.shared::cta"},
    {"wgmma", "sm_90a",
     "WARPGROUP.ARRIVE\nHGMMA.64x8x16.F16 RZ, gdesc[URZ], RZ, !UPT, gsb0\n"
     "WARPGROUP.DEPBAR.LE gsb0, 0x0",
     "fence.proxy async.mma.wgmma.weak.async.shared::cta async.wait.wgmma"},
    {"tcgen05.commit", "sm_100a", "UTCBAR [UR4], URZ",
     "async.commit.tcgen05.shared::cta"},
};
INSTANTIATE_TEST_SUITE_P(Copies, Forms, testing::ValuesIn(Copies));
