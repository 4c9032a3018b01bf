//===- forms_test.cpp - every memory form of PTX ----------------*- C++ -*-===//
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
#include "gtest/gtest.h"

using namespace fencepost;
using llvm::StringRef;

namespace {
struct FormCase {
  const char *Text;
  const char *Events;
};
void PrintTo(const FormCase &C, std::ostream *OS) { *OS << C.Text; }

const FormCase Loads[] = {
    {"ld.u32 %r4,[%rd1];", "load weak none generic generic"},
    {"ld.global.u32 %r4,[%rd1];", "load weak none global generic"},
    {"ld.weak.global.u32 %r4,[%rd1];", "load weak none global generic"},
    {"ld.volatile.global.u32 %r4,[%rd1];", "load relaxed sys global generic"},
    {"ld.volatile.u32 %r4,[%rd1];", "load relaxed sys generic generic"},
    {"ld.volatile.shared.u32 %r4,[%r9];",
     "load relaxed sys shared::cta generic"},
    {"ld.relaxed.gpu.global.u32 %r4,[%rd1];",
     "load relaxed gpu global generic"},
    {"ld.relaxed.cluster.global.u32 %r4,[%rd1];",
     "load relaxed cluster global generic"},
    {"ld.acquire.sys.global.u32 %r4,[%rd1];",
     "load acquire sys global generic"},
    {"ld.acquire.gpu.u32 %r4,[%rd1];", "load acquire gpu generic generic"},
    {"ld.acquire.cta.global.u32 %r4,[%rd1];",
     "load acquire cta global generic"},
    {"ld.acquire.global.u32 %r4,[%rd1];",
     "load acquire unknown global generic"},
    {"ld.relaxed.global.u32 %r4,[%rd1];",
     "load relaxed unknown global generic"},
    {"ld.global.acquire.gpu.b32 %r4,[%rd1];",
     "load acquire gpu global generic"},
    {"ld.acquire.sys.global.L1::no_allocate.s32 %r4,[%rd1];",
     "load acquire sys global generic"},
    {"ld.mmio.relaxed.sys.global.u32 %r4,[%rd1];",
     "load relaxed sys global generic"},
    {"ld.relaxed.gpu.global.L1::no_allocate.u32 %r4,[%rd1];",
     "load relaxed gpu global generic"},
    {"ld.acquire.gpu.global.v4.u32 {%r4,%r5,%r6,%r7},[%rd1];",
     "load acquire gpu global generic"},
    {"ld.relaxed.gpu.global.v2.u64 {%rd5,%rd6},[%rd1];",
     "load relaxed gpu global generic"},
    {"ld.volatile.global.v4.u32 {%r4,%r5,%r6,%r7},[%rd1];",
     "load relaxed sys global generic"},
    {"ld.acquire.gpu.global.b128 %q1,[%rd1];",
     "load acquire gpu global generic"},
    {"ld.relaxed.sys.global.b128 %q1,[%rd1];",
     "load relaxed sys global generic"},
    {"ld.global.b128 %q1,[%rd1];", "load weak none global generic"},
    {"ld.global.v8.b32 {%r4,%r5,%r6,%r7,%r8,%r10,%r11,%r12},[%rd1];",
     "load weak none global generic"},
    {"ld.relaxed.gpu.global.v8.b32 {%r4,%r5,%r6,%r7,%r8,%r10,%r11,%r12},"
     "[%rd1];",
     "load relaxed gpu global generic"},
    {"ld.global.v4.b64 {%rd5,%rd6,%rd7,%rd10},[%rd1];",
     "load weak none global generic"},
    {"ld.global.nc.u32 %r4,[%rd1];", "load weak none global nc"},
    {"ld.global.nc.L1::no_allocate.L2::128B.v4.u32 {%r4,%r5,%r6,%r7},[%rd1];",
     "load weak none global nc"},
    {"ldu.global.u32 %r4,[%rd1];", "load weak none global nc"},
    {"ld.global.cv.u32 %r4,[%rd1];", "load weak none global generic"},
    {"ld.global.cg.u32 %r4,[%rd1];", "load weak none global generic"},
    {"ld.global.ca.u32 %r4,[%rd1];", "load weak none global generic"},
    {"ld.global.L2::256B.u32 %r4,[%rd1];", "load weak none global generic"},
    {"ld.global.L2::cache_hint.u32 %r4,[%rd1],%rd3;",
     "load weak none global generic"},
    {"ld.acquire.cta.shared.u32 %r4,[%r9];",
     "load acquire cta shared::cta generic"},
    {"ld.shared::cluster.u32 %r4,[%r9];",
     "load weak none shared::cluster generic"},
    {"ld.shared::cta.u32 %r4,[%r9];", "load weak none shared::cta generic"},
    {"ld.relaxed.cg.gpu.global.u32 %r4,[%rd1];",
     "load relaxed gpu global generic"},
    {"ld.const.u32 %r4,[%rd1];", "load weak none const constant"},
    {"ld.local.u32 %r4,[%rd1];", "load weak none local generic"},
    {"ld.param.u32 %r4,[p];", ""},
    {"ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%r4,%r5,%r6,%r7},[%r9];",
     "load weak none shared::cta generic"},
    {"tex.2d.v4.f32.s32 {%f1,%f2,%f3,%f4},[t,{%r1,%r2}];",
     "load weak none global texture"},
    {"suld.b.1d.b32.trap %r4,[s,{%r1}];", "load weak none global texture"},
    {"multimem.ld_reduce.global.add.u32 %r4,[%rd1];",
     "load weak none global multimem"},
    {"multimem.ld_reduce.weak.global.add.u32 %r4,[%rd1];",
     "load weak none global multimem"},
    {"multimem.ld_reduce.relaxed.sys.global.add.f32 %f4,[%rd1];",
     "load relaxed sys global multimem"},
    {"multimem.ld_reduce.relaxed.global.add.f32 %f4,[%rd1];",
     "load relaxed sys global multimem"},
    {"multimem.ld_reduce.acquire.sys.global.add.v4.bf16x2 "
     "{%r4,%r5,%r6,%r7},[%rd1];",
     "load acquire sys global multimem"},
    {"tcgen05.ld.sync.aligned.32x32b.x1.b32 {%r4},[%r9];",
     "load weak none tensor generic"},
    {"tcgen05.ld.red.sync.aligned.32x32b.x2.max.f32 {%f1,%f2},%f3,[%r9];",
     "load weak none tensor generic"},
};

const FormCase Stores[] = {
    {"st.u32 [%rd1],%r1;", "store weak none generic generic"},
    {"st.weak.global.u32 [%rd1],%r1;", "store weak none global generic"},
    {"st.relaxed.gpu.global.u32 [%rd1],%r1;",
     "store relaxed gpu global generic"},
    {"st.release.gpu.global.u32 [%rd1],%r1;",
     "store release gpu global generic"},
    {"st.release.sys.global.u64 [%rd1],%rd2;",
     "store release sys global generic"},
    {"st.global.release.cta.v2.u64 [%rd1],{%rd2,%rd3};",
     "store release cta global generic"},
    {"st.release.cluster.shared::cluster.u32 [%r9],%r1;",
     "store release cluster shared::cluster generic"},
    {"st.volatile.global.u32 [%rd1],%r1;", "store relaxed sys global generic"},
    {"st.mmio.relaxed.sys.global.u32 [%rd1],%r1;",
     "store relaxed sys global generic"},
    {"st.release.gpu.global.v4.u32 [%rd1],{%r1,%r2,%r3,%r1};",
     "store release gpu global generic"},
    {"st.release.gpu.global.b128 [%rd1],%q1;",
     "store release gpu global generic"},
    {"st.global.wt.u32 [%rd1],%r1;", "store weak none global generic"},
    {"st.global.cg.u32 [%rd1],%r1;", "store weak none global generic"},
    {"st.shared.u32 [%r9],%r1;", "store weak none shared::cta generic"},
    {"st.param.b64 [p0],%rd1;", ""},
    {"st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.u32 "
     "[%r9],%r1,[%r8];",
     "async.copy weak none shared::cluster generic"},
    {"st.async.shared::cluster.mbarrier::complete_tx::bytes.v4.b32 "
     "[%r9],{%r1,%r2,%r3,%r1},[%r8];",
     "async.copy weak none shared::cluster generic"},
    {"st.async.mbarrier::complete_tx::bytes.u32 [%r9],%r1,[%r8];",
     "async.copy weak none shared::cluster generic"},
    {"st.async.release.gpu.global.u32 [%rd1],%r1;",
     "async.copy release gpu global generic"},
    {"st.async.mmio.release.sys.global.u32 [%rd1],%r1;",
     "async.copy release sys global generic"},
    {"st.bulk.weak.shared::cta [%r9],%rd3,0;",
     "store weak none shared::cta generic"},
    {"multimem.st.release.sys.global.u32 [%rd1],%r1;",
     "store release sys global multimem"},
    {"multimem.st.relaxed.global.u32 [%rd1],%r1;",
     "store relaxed sys global multimem"},
    {"multimem.st.weak.global.u32 [%rd1],%r1;",
     "store weak none global multimem"},
    {"multimem.st.global.u32 [%rd1],%r1;", "store weak none global multimem"},
    {"stmatrix.sync.aligned.m8n8.x1.shared.b16 [%r9],{%r4};",
     "store weak none shared::cta generic"},
    {"sust.b.1d.b32.trap [s,{%r1}],%r4;", "store weak none global texture"},
    {"tensormap.replace.tile.rank.global.b1024.b32 [%rd1],%r1;",
     "store weak none global generic"},
    {"tensormap.cp_fenceproxy.global.shared::cta.tensormap::generic.release."
     "gpu.sync.aligned [%rd1],[%r9],128;",
     "load weak none shared::cta generic; store weak none global generic; "
     "fence.proxy release gpu unknown tensormap"},
    {"tcgen05.st.sync.aligned.32x32b.x1.b32 [%r9],{%r4};",
     "store weak none tensor generic"},
    {"tcgen05.st.sync.aligned.16x32bx2.x1.unpack::16b.b32 [%r9],2,{%r4};",
     "store weak none tensor generic"},
    {"tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [%r9],64;",
     "store weak none shared::cta generic"},
};

const FormCase Updates[] = {
    {"atom.add.u32 %r4,[%rd1],%r1;", "atom relaxed gpu generic generic"},
    {"atom.global.add.u32 %r4,[%rd1],%r1;", "atom relaxed gpu global generic"},
    {"atom.relaxed.gpu.global.add.u32 %r4,[%rd1],%r1;",
     "atom relaxed gpu global generic"},
    {"atom.gpu.global.add.u32 %r4,[%rd1],%r1;",
     "atom relaxed gpu global generic"},
    {"atom.global.cta.add.s32 %r4,[%rd1],%r1;",
     "atom relaxed cta global generic"},
    {"atom.sys.global.exch.b32 %r4,[%rd1],%r1;",
     "atom relaxed sys global generic"},
    {"atom.add.acquire.sys.s32 %r4,[%rd1],%r1;",
     "atom acquire sys generic generic"},
    {"atom.add.release.gpu.global.u32 %r4,[%rd1],%r1;",
     "atom release gpu global generic"},
    {"atom.acq_rel.sys.global.cas.b32 %r4,[%rd1],%r1,%r2;",
     "atom acq_rel sys global generic"},
    {"atom.acquire.global.add.u32 %r4,[%rd1],%r1;",
     "atom acquire gpu global generic"},
    {"atom.sc.gpu.global.add.u32 %r4,[%rd1],%r1;",
     "atom unknown gpu global generic"},
    {"atom.seq_cst.gpu.global.add.u32 %r4,[%rd1],%r1;",
     "atom unknown gpu global generic"},
    {"atom.relaxed.cluster.shared::cluster.add.u32 %r4,[%r9],%r1;",
     "atom relaxed cluster shared::cluster generic"},
    {"atom.acquire.cta.shared::cta.cas.b32 %r4,[%r9],0,1;",
     "atom acquire cta shared::cta generic"},
    {"atom.global.cas.b16 %h4,[%rd1],%h1,%h2;",
     "atom relaxed gpu global generic"},
    {"atom.relaxed.gpu.global.cas.b128 %q1,[%rd1],%q2,%q3;",
     "atom relaxed gpu global generic"},
    {"atom.relaxed.sys.global.exch.b128 %q1,[%rd1],%q2;",
     "atom relaxed sys global generic"},
    {"atom.shared.cas.b128 %q1,[%r9],%q2,%q3;",
     "atom relaxed gpu shared::cta generic"},
    {"atom.global.add.noftz.f16x2 %r4,[%rd1],%r1;",
     "atom relaxed gpu global generic"},
    {"atom.global.v2.f32.add {%f4,%f5},[%rd1],{%f1,%f2};",
     "atom relaxed gpu global generic"},
    {"atom.shared.min.u64 %rd5,[%r9],%rd3;",
     "atom relaxed gpu shared::cta generic"},
    {"atom.global.add.L2::cache_hint.u32 %r4,[%rd1],%r1,%rd3;",
     "atom relaxed gpu global generic"},
    {"red.global.add.u32 [%rd1],%r1;", "red relaxed gpu global generic"},
    {"red.release.gpu.global.add.u32 [%rd1],%r1;",
     "red release gpu global generic"},
    {"red.add.release.sys.global.u32 [%rd1],%r1;",
     "red release sys global generic"},
    {"red.relaxed.sys.global.add.u32 [%rd1],1;",
     "red relaxed sys global generic"},
    {"red.global.add.v4.f32 [%rd1],{%f1,%f2,%f1,%f2};",
     "red relaxed gpu global generic"},
    {"red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes."
     "add.u32 [%r9],%r1,[%r8];",
     "async.copy relaxed cluster shared::cluster generic"},
    {"red.async.release.gpu.global.add.u32 [%rd1],%r1;",
     "async.copy release gpu global generic"},
    {"red.async.mmio.release.sys.global.add.u32 [%rd1],%r1;",
     "async.copy release sys global generic"},
    {"multimem.red.release.sys.global.add.u32 [%rd1],%r1;",
     "red release sys global multimem"},
    {"multimem.red.global.add.u32 [%rd1],%r1;",
     "red relaxed sys global multimem"},
    {"multimem.red.release.gpu.global.add.u32 [%rd1],%r1;",
     "red release gpu global multimem"},
    {"sured.b.add.1d.u32.trap [s,{%r1}],%r4;",
     "red relaxed gpu global texture"},
};

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
};

std::string describe(const Function &Fn) {
  std::string Out;
  for (const Event &E : Fn.Events) {
    Out += Out.empty() ? "" : "; ";
    for (StringRef Word : {spelling(E.Kind), spelling(E.Ord), spelling(E.Scp),
                           spelling(E.Spc), spelling(E.Prx)})
      Out += (Out.empty() || Out.ends_with(' ') ? "" : " ") + Word.str();
  }
  return Out;
}

class Forms : public testing::TestWithParam<FormCase> {};

TEST_P(Forms, AreTheirEvents) {
  Lowered L(GetParam().Text);
  EXPECT_EQ(describe(*L.Fn), GetParam().Events) << GetParam().Text;
  EXPECT_EQ(verify(*L.Fn), "") << GetParam().Text;
  EXPECT_TRUE(L.Asm.Unparsed.empty()) << GetParam().Text;
  EXPECT_EQ(L.Asm.IgnoredQualifiers, 0u) << GetParam().Text;
}

INSTANTIATE_TEST_SUITE_P(Loads, Forms, testing::ValuesIn(Loads));
INSTANTIATE_TEST_SUITE_P(Stores, Forms, testing::ValuesIn(Stores));
INSTANTIATE_TEST_SUITE_P(Updates, Forms, testing::ValuesIn(Updates));
INSTANTIATE_TEST_SUITE_P(Fences, Forms, testing::ValuesIn(Fences));
INSTANTIATE_TEST_SUITE_P(Barriers, Forms, testing::ValuesIn(Barriers));
INSTANTIATE_TEST_SUITE_P(Copies, Forms, testing::ValuesIn(Copies));
INSTANTIATE_TEST_SUITE_P(Others, Forms, testing::ValuesIn(Others));
} // namespace
