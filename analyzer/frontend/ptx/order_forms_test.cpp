//===- order_forms_test.cpp - fences, barriers and copies of PTX ----------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One line per form: the events that it is, as "kind order scope space proxy".
// Written from PTX ISA 9.0: section 8 (orders, scopes, proxies), 9.7.9 and
// 9.7.13 to 9.7.17 (the instructions and their defaults). Forms that the
// assembler refuses are here too, because text is read before it is assembled;
// what they leave out is unknown.
//
//===----------------------------------------------------------------------===//

#include "analyzer/frontend/ptx/forms_testing.h"

using namespace fencepost;

namespace {

const FormCase Fences[] = {
    {"membar.cta;", "fence sc cta unknown generic"},
    {"membar.gl;", "fence sc gpu unknown generic"},
    {"membar.sys;", "fence sc sys unknown generic"},
    {"membar.proxy.alias;", "fence.proxy none none generic alias"},
    {"fence.gpu;", "fence acq_rel gpu unknown generic"},
    {"fence.cta;", "fence acq_rel cta unknown generic"},
    {"fence.sc.gpu;", "fence sc gpu unknown generic"},
    {"fence.sc.sys;", "fence sc sys unknown generic"},
    {"fence.acq_rel.gpu;", "fence acq_rel gpu unknown generic"},
    {"fence.acq_rel.cluster;", "fence acq_rel cluster unknown generic"},
    {"fence.acquire.gpu;", "fence acquire gpu unknown generic"},
    {"fence.release.sys;", "fence release sys unknown generic"},
    {"fence.sc;", "fence sc unknown unknown generic"},
    {"fence.acquire.sync_restrict::shared::cluster.cluster;",
     "fence acquire cluster shared::cluster generic"},
    {"fence.release.sync_restrict::shared::cta.cluster;",
     "fence release cluster shared::cta generic"},
    {"fence.mbarrier_init.release.cluster;",
     "fence.proxy release cluster unknown generic"},
    {"fence.proxy.alias;", "fence.proxy none none generic alias"},
    {"fence.proxy.async;", "fence.proxy none none generic async"},
    {"fence.proxy.async.global;", "fence.proxy none none global async"},
    {"fence.proxy.async.shared::cta;",
     "fence.proxy none none shared::cta async"},
    {"fence.proxy.async.shared::cluster;",
     "fence.proxy none none shared::cluster async"},
    {"fence.proxy.tensormap::generic.release.gpu;",
     "fence.proxy release gpu generic tensormap"},
    {"fence.proxy.tensormap::generic.acquire.gpu [%rd8],128;",
     "fence.proxy acquire gpu generic tensormap"},
    {"fence.proxy.tensormap::generic.acquire.sys [%rd8],128;",
     "fence.proxy acquire sys generic tensormap"},
    {"fence.proxy.async::generic.acquire.sync_restrict::shared::cluster."
     "cluster;",
     "fence.proxy acquire cluster shared::cluster async"},
    {"fence.proxy.async::generic.release.sync_restrict::shared::cta.cluster;",
     "fence.proxy release cluster shared::cta async"},
    {"wgmma.fence.sync.aligned;", "fence.proxy none none unknown generic"},
    {"tcgen05.fence::before_thread_sync;",
     "fence.proxy none none unknown generic"},
    {"tcgen05.fence::after_thread_sync;",
     "fence.proxy none none unknown generic"},
};

const FormCase Barriers[] = {
    {"bar.sync 0;", "barrier none none unknown generic"},
    {"bar.arrive 1,64;", "barrier none none unknown generic"},
    {"bar.red.popc.u32 %r4,0,%p1;", "barrier none none unknown generic"},
    {"barrier.cta.sync.aligned 0;", "barrier none none unknown generic"},
    {"bar.warp.sync 0xffffffff;", "bar.warp none none unknown generic"},
    {"barrier.cluster.arrive;",
     "barrier.cluster release cluster unknown generic"},
    {"barrier.cluster.arrive.aligned;",
     "barrier.cluster release cluster unknown generic"},
    {"barrier.cluster.arrive.release.aligned;",
     "barrier.cluster release cluster unknown generic"},
    {"barrier.cluster.arrive.relaxed.aligned;",
     "barrier.cluster relaxed cluster unknown generic"},
    {"barrier.cluster.wait.aligned;",
     "barrier.cluster acquire cluster unknown generic"},
    {"barrier.cluster.wait.acquire.aligned;",
     "barrier.cluster acquire cluster unknown generic"},
    {"mbarrier.init.shared.b64 [%r9],%r1;",
     "mbarrier weak none shared::cta generic"},
    {"mbarrier.inval.shared.b64 [%r9];",
     "mbarrier weak none shared::cta generic"},
    {"mbarrier.arrive.b64 %rd5,[%rd1];",
     "mbarrier release cta generic generic"},
    {"mbarrier.arrive.shared.b64 %rd5,[%r9];",
     "mbarrier release cta shared::cta generic"},
    {"mbarrier.arrive.shared::cluster.b64 _,[%r9];",
     "mbarrier release cta shared::cluster generic"},
    {"mbarrier.arrive.noComplete.shared.b64 %rd5,[%r9],%r1;",
     "mbarrier release cta shared::cta generic"},
    {"mbarrier.arrive.release.cluster.shared::cluster.b64 _,[%r9];",
     "mbarrier release cluster shared::cluster generic"},
    {"mbarrier.arrive.relaxed.cluster.shared::cluster.b64 _,[%r9];",
     "mbarrier relaxed cluster shared::cluster generic"},
    {"mbarrier.arrive.expect_tx.shared::cta.b64 %rd5,[%r9],%r1;",
     "mbarrier release cta shared::cta generic"},
    {"mbarrier.arrive_drop.shared.b64 %rd5,[%r9];",
     "mbarrier release cta shared::cta generic"},
    {"mbarrier.expect_tx.relaxed.cta.shared::cta.b64 [%r9],%r1;",
     "mbarrier relaxed cta shared::cta generic"},
    {"mbarrier.complete_tx.relaxed.cluster.shared::cluster.b64 [%r9],%r1;",
     "mbarrier relaxed cluster shared::cluster generic"},
    {"mbarrier.test_wait.shared.b64 %p2,[%r9],%rd3;",
     "mbarrier acquire cta shared::cta generic"},
    {"mbarrier.test_wait.parity.shared.b64 %p2,[%r9],%r1;",
     "mbarrier acquire cta shared::cta generic"},
    {"mbarrier.try_wait.parity.shared::cta.b64 %p2,[%r9],%r1,%r2;",
     "mbarrier acquire cta shared::cta generic"},
    {"mbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 %p2,[%r9],%r1;",
     "mbarrier acquire cluster shared::cta generic"},
    {"mbarrier.try_wait.parity.relaxed.cluster.shared::cta.b64 %p2,[%r9],%r1;",
     "mbarrier relaxed cluster shared::cta generic"},
    {"mbarrier.pending_count.b64 %r4,%rd3;", ""},
    {"griddepcontrol.wait;", "griddep none none unknown generic"},
    {"griddepcontrol.launch_dependents;", "griddep none none unknown generic"},
    {"bar.cta.sync 0;", "barrier none none unknown generic"},
    {"barrier.sync 0;", "barrier none none unknown generic"},
    {"barrier.sync.aligned 0;", "barrier none none unknown generic"},
    {"barrier.cta.sync 0;", "barrier none none unknown generic"},
    {"barrier.cta.arrive 1,64;", "barrier none none unknown generic"},
    {"mbarrier.arrive.shared::cta.b64 %rd5,[%r9],%r1;",
     "mbarrier release cta shared::cta generic"},
    {"mbarrier.arrive.release.cta.shared::cta.b64 %rd5,[%r9];",
     "mbarrier release cta shared::cta generic"},
    {"mbarrier.try_wait.shared::cta.b64 %p2,[%r9],%rd3;",
     "mbarrier acquire cta shared::cta generic"},
};

const FormCase Copies[] = {
    {"cp.async.ca.shared.global [%r9],[%rd1],4;",
     "async.copy weak none shared::cta generic"},
    {"cp.async.cg.shared::cta.global [%r9],[%rd1],16,%r1;",
     "async.copy weak none shared::cta generic"},
    {"cp.async.cg.shared.global.L2::128B [%r9],[%rd1],16;",
     "async.copy weak none shared::cta generic"},
    {"cp.async.commit_group;", "async.commit none none unknown generic"},
    {"cp.async.wait_group 0;", "async.wait none none unknown generic"},
    {"cp.async.wait_all;", "async.wait none none unknown generic"},
    {"cp.async.mbarrier.arrive.noinc.shared.b64 [%r9];",
     "async.commit none none shared::cta generic"},
    {"cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes "
     "[%r9],[%rd1],16,[%r8];",
     "async.copy weak none shared::cluster async"},
    {"cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes "
     "[%r9],[%rd1],16,[%r8];",
     "async.copy weak none shared::cta async"},
    {"cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes "
     "[%r9],[%r7],16,[%r8];",
     "async.copy weak none shared::cluster async"},
    {"cp.async.bulk.global.shared::cta.bulk_group [%rd1],[%r9],16;",
     "async.copy weak none global async"},
    {"cp.async.bulk.global.shared::cta.bulk_group.cp_mask "
     "[%rd1],[%r9],16,%h1;",
     "async.copy weak none global async"},
    {"cp.async.bulk.commit_group;", "async.commit none none unknown generic"},
    {"cp.async.bulk.wait_group.read 0;",
     "async.wait none none unknown generic"},
    {"cp.async.bulk.prefetch.L2.global [%rd1],16;",
     "cache none none global generic"},
    {"cp.async.bulk.tensor.1d.shared::cluster.global.mbarrier::complete_tx::"
     "bytes [%r9],[%rd9,{%r1}],[%r8];",
     "async.copy weak none shared::cluster async"},
    {"cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_"
     "tx::bytes.multicast::cluster [%r9],[%rd9,{%r1,%r2}],[%r8],%h1;",
     "async.copy weak none shared::cluster async"},
    {"cp.async.bulk.tensor.1d.global.shared::cta.bulk_group "
     "[%rd9,{%r1}],[%r9];",
     "async.copy weak none global async"},
    {"cp.async.bulk.prefetch.tensor.1d.L2.global [%rd9,{%r1}];",
     "cache none none global generic"},
    {"cp.reduce.async.bulk.global.shared::cta.bulk_group.add.u32 "
     "[%rd1],[%r9],16;",
     "async.copy relaxed gpu global async"},
    {"cp.reduce.async.bulk.global.shared::cta.bulk_group.add.noftz.bf16 "
     "[%rd1],[%r9],16;",
     "async.copy relaxed gpu global async"},
    {"cp.reduce.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::"
     "bytes.add.u32 [%r9],[%r7],16,[%r8];",
     "async.copy relaxed gpu shared::cluster async"},
    {"cp.reduce.async.bulk.tensor.1d.global.shared::cta.add.bulk_group "
     "[%rd9,{%r1}],[%r9];",
     "async.copy relaxed gpu global async"},
    {"wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 "
     "{%f1,%f2,%f3,%f4},%rd1,%rd2,p,1,1,0,0;",
     "async.mma weak none shared::cta async"},
    {"wgmma.commit_group.sync.aligned;",
     "async.commit none none unknown generic"},
    {"wgmma.wait_group.sync.aligned 0;",
     "async.wait none none unknown generic"},
    {"tcgen05.mma.cta_group::1.kind::f16 [%r9],%rd1,%rd2,%r3,p;",
     "async.mma weak none tensor async"},
    {"tcgen05.cp.cta_group::1.128x256b [%r9],%rd1;",
     "async.mma weak none tensor async"},
    {"tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster.b64 "
     "[%r9];",
     "async.commit none none shared::cluster generic"},
    {"tcgen05.wait::ld.sync.aligned;", "async.wait none none unknown generic"},
    {"tcgen05.dealloc.cta_group::1.sync.aligned.b32 %r1,64;", ""},
    {"clusterlaunchcontrol.try_cancel.async.shared::cta.mbarrier::complete_tx:"
     ":bytes.b128 [%r9],[%r8];",
     "async.copy weak none shared::cta async"},
    {"cp.async.cg.shared.global [%r9],[%rd1],16,%r1;",
     "async.copy weak none shared::cta generic"},
    {"cp.async.bulk.tensor.1d.shared::cta.global.mbarrier::complete_tx::bytes "
     "[%r9],[%rd9,{%r1}],[%r8];",
     "async.copy weak none shared::cta async"},
    {"cp.reduce.async.bulk.global.shared::cta.bulk_group.add.f32 "
     "[%rd1],[%r9],16;",
     "async.copy relaxed gpu global async"},
};

const FormCase Others[] = {
    {"elect.sync %r4|%p2,0xffffffff;", "warp none none unknown generic"},
    {"redux.sync.add.s32 %r4,%r1,0xffffffff;",
     "warp none none unknown generic"},
    {"match.any.sync.b32 %r4,%r1,0xffffffff;",
     "warp none none unknown generic"},
    {"vote.sync.ballot.b32 %r4,%p1,0xffffffff;",
     "warp none none unknown generic"},
    {"vote.ballot.b32 %r4,%p1;", "warp none none unknown generic"},
    {"shfl.sync.idx.b32 %r4,%r1,0,31,0xffffffff;",
     "warp none none unknown generic"},
    {"activemask.b32 %r4;", "warp none none unknown generic"},
    {"nanosleep.u32 20;", "sleep none none unknown generic"},
    {"discard.global.L2 [%rd1],128;", "cache none none global generic"},
    {"applypriority.global.L2::evict_normal [%rd1],128;",
     "cache none none global generic"},
    {"prefetch.global.L1 [%rd1];", "cache none none global generic"},
    {"prefetch.tensormap [%rd1];", "cache none none generic generic"},
    {"prefetchu.L1 [%rd1];", "cache none none generic generic"},
    {"createpolicy.fractional.L2::evict_last.b64 %rd5,1.0;", ""},
    {"setmaxnreg.inc.sync.aligned.u32 64;", ""},
    {"brkpt;", ""},
    {"mov.u64 %rd1,%clock64;", ""},
    {"mapa.shared::cluster.u32 %r4,%r1,0;", ""},
    {"call (%r1), f, (%r2);", "call none none unknown generic"},
    {"redux.sync.min.f32 %f4,%f1,0xffffffff;",
     "warp none none unknown generic"},
    {"redux.sync.add.f32 %f4,%f1,0xffffffff;",
     "warp none none unknown generic"},
    {"shfl.idx.b32 %r4,%r1,0,31;", "warp none none unknown generic"},
    {"prefetch.global.L2::evict_last [%rd1];",
     "cache none none global generic"},
};

class OrderForms : public testing::TestWithParam<FormCase> {};

TEST_P(OrderForms, AreTheirEvents) { expectEvents(GetParam()); }

INSTANTIATE_TEST_SUITE_P(Fences, OrderForms, testing::ValuesIn(Fences));
INSTANTIATE_TEST_SUITE_P(Barriers, OrderForms, testing::ValuesIn(Barriers));
INSTANTIATE_TEST_SUITE_P(Copies, OrderForms, testing::ValuesIn(Copies));
INSTANTIATE_TEST_SUITE_P(Others, OrderForms, testing::ValuesIn(Others));

} // namespace
