//===- value_forms_test.cpp - instructions on registers alone -------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA 9.0, 9.7.1 to 9.7.9, 9.7.16 and 9.7.19: nothing of them is memory,
// so each is understood and leaves no event. Forms that need another target, or
// a symbol that is declared elsewhere, are here too.
//
//===----------------------------------------------------------------------===//

#include "analyzer/frontend/ptx/forms_testing.h"

using namespace fencepost;

namespace {

const char *const ValueForms[] = {
    "add.s32 %r1,%r2,%r3;",
    "add.sat.s32 %r1,%r2,%r3;",
    "add.u16x2 %r1,%r2,%r3;",
    "add.cc.u32 %r1,%r2,%r3;",
    "addc.cc.u32 %r1,%r2,%r3;",
    "addc.u32 %r1,%r2,%r3;",
    "sub.cc.u32 %r1,%r2,%r3;",
    "subc.u64 %rd1,%rd2,%rd3;",
    "mul.wide.u16 %r1,%h1,%h2;",
    "mul.hi.u32 %r1,%r2,%r3;",
    "mad.lo.s32 %r1,%r2,%r3,%r4;",
    "mad.hi.sat.s32 %r1,%r2,%r3,%r4;",
    "mad.wide.u32 %rd1,%r2,%r3,%rd4;",
    "mad.lo.cc.u32 %r1,%r2,%r3,%r4;",
    "madc.hi.cc.u32 %r1,%r2,%r3,%r4;",
    "mul24.lo.s32 %r1,%r2,%r3;",
    "mad24.hi.sat.s32 %r1,%r2,%r3,%r4;",
    "sad.u32 %r1,%r2,%r3,%r4;",
    "div.s32 %r1,%r2,%r3;",
    "rem.u64 %rd1,%rd2,%rd3;",
    "abs.s32 %r1,%r2;",
    "neg.s64 %rd1,%rd2;",
    "min.relu.s16x2 %r1,%r2,%r3;",
    "max.u32 %r1,%r2,%r3;",
    "popc.b64 %r1,%rd2;",
    "clz.b32 %r1,%r2;",
    "bfind.shiftamt.u32 %r1,%r2;",
    "bfind.s64 %r1,%rd2;",
    "fns.b32 %r1,%r2,0,1;",
    "brev.b32 %r1,%r2;",
    "bfe.u32 %r1,%r2,8,8;",
    "bfi.b32 %r1,%r2,%r3,8,8;",
    "szext.wrap.s32 %r1,%r2,%r3;",
    "bmsk.clamp.b32 %r1,%r2,%r3;",
    "dp4a.u32.u32 %r1,%r2,%r3,%r4;",
    "dp4a.s32.u32 %r1,%r2,%r3,%r4;",
    "dp2a.lo.u32.u32 %r1,%r2,%r3,%r4;",
    "testp.notanumber.f32 %p1,%f1;",
    "testp.finite.f64 %p1,%fd1;",
    "copysign.f32 %f1,%f2,%f3;",
    "add.rn.ftz.sat.f32 %f1,%f2,%f3;",
    "add.rn.f32x2 %rd1,%rd2,%rd3;",
    "sub.rz.f64 %fd1,%fd2,%fd3;",
    "mul.rm.f32 %f1,%f2,%f3;",
    "mul.f32x2 %rd1,%rd2,%rd3;",
    "fma.rn.f32 %f1,%f2,%f3,%f4;",
    "fma.rn.f32x2 %rd1,%rd2,%rd3,%rd4;",
    "fma.rn.relu.bf16x2 %r1,%r2,%r3,%r4;",
    "fma.rn.oob.f16 %h1,%h2,%h3,%h4;",
    "mad.rn.f64 %fd1,%fd2,%fd3,%fd4;",
    "div.approx.ftz.f32 %f1,%f2,%f3;",
    "div.full.f32 %f1,%f2,%f3;",
    "div.rn.f64 %fd1,%fd2,%fd3;",
    "abs.ftz.f32 %f1,%f2;",
    "neg.f64 %fd1,%fd2;",
    "min.ftz.NaN.xorsign.abs.f32 %f1,%f2,%f3;",
    "min.f32 %f1,%f2,%f3,%f4;",
    "max.NaN.bf16x2 %r1,%r2,%r3;",
    "rcp.approx.f32 %f1,%f2;",
    "rcp.rn.f64 %fd1,%fd2;",
    "rcp.approx.ftz.f64 %fd1,%fd2;",
    "sqrt.rn.f32 %f1,%f2;",
    "rsqrt.approx.f32 %f1,%f2;",
    "rsqrt.approx.ftz.f64 %fd1,%fd2;",
    "sin.approx.f32 %f1,%f2;",
    "cos.approx.ftz.f32 %f1,%f2;",
    "lg2.approx.f32 %f1,%f2;",
    "ex2.approx.ftz.f32 %f1,%f2;",
    "ex2.approx.ftz.bf16x2 %r1,%r2;",
    "tanh.approx.f32 %f1,%f2;",
    "tanh.approx.bf16x2 %r1,%r2;",
    "add.rn.bf16 %h1,%h2,%h3;",
    "sub.f16x2 %r1,%r2,%r3;",
    "neg.f16x2 %r1,%r2;",
    "abs.bf16 %h1,%h2;",
    "add.f32.f16 %f1,%h1,%f2;",
    "sub.rn.f32.bf16 %f1,%h1,%f2;",
    "fma.rn.f32.f16 %f1,%h1,%h2,%f2;",
    "set.lt.u32.f32 %r1,%f2,%f3;",
    "set.lt.and.f32.s32 %f1,%r2,%r3,%p1;",
    "set.eq.u32.u32 %r1,%r2,%r3;",
    "set.gt.ftz.f16.f16 %h1,%h2,%h3;",
    "setp.lt.s32 %p1,%r2,%r3;",
    "setp.lt.and.s32 %p1|%p2,%r2,%r3,!%p3;",
    "setp.ltu.f32 %p1,%f1,%f2;",
    "setp.nan.f64 %p1,%fd1,%fd2;",
    "setp.eq.f16x2 %p1|%p2,%r1,%r2;",
    "setp.lo.u32 %p1,%r1,%r2;",
    "setp.hs.u32 %p1,%r1,%r2;",
    "setp.num.f32 %p1,%f1,%f2;",
    "selp.b32 %r1,%r2,%r3,%p1;",
    "selp.f32 %f1,0f3F800000,%f2,%p1;",
    "slct.u32.s32 %r1,%r2,%r3,%r4;",
    "slct.ftz.u64.f32 %rd1,%rd2,%rd3,%f1;",
    "and.b32 %r1,%r2,%r3;",
    "and.pred %p1,%p2,%p3;",
    "or.b64 %rd1,%rd2,%rd3;",
    "xor.b16 %h1,%h2,0x0001;",
    "not.pred %p1,%p2;",
    "cnot.b32 %r1,%r2;",
    "lop3.b32 %r1,%r2,%r3,%r4,0x3C;",
    "lop3.or.b32 %r1|%p1,%r2,%r3,%r4,0x3f,%p2;",
    "lop3.and.b32 _|%p1,%r2,%r3,%r4,0x3f,%p2;",
    "shf.l.wrap.b32 %r1,%r2,%r3,%r4;",
    "shf.r.clamp.b32 %r1,%r2,%r3,16;",
    "shl.b32 %r1,%r2,3;",
    "shr.s64 %rd1,%rd2,%r1;",
    "mov.u32 %r1,%r2;",
    "mov.b64 %rd1,{%r1,%r2};",
    "mov.b64 {%r1,%r2},%rd1;",
    "mov.b64 {%r1,_},%rd1;",
    "mov.b32 {%h1,%h2},%r1;",
    "mov.b128 %q1,{%rd1,%rd2};",
    "mov.b32 %r1,{%b1,%b2,%b3,%b4};",
    "mov.u64 %rd1,gvar;",
    "mov.u64 %rd1,gvar+16;",
    "mov.u64 %rd1,fn;",
    "mov.pred %p1,%p2;",
    "mov.u32 %r1,%clock;",
    "mov.u64 %rd1,%globaltimer;",
    "mov.u32 %r1,%envreg3;",
    "mov.u32 %r1,%pm0;",
    "mov.u64 %rd1,%pm3_64;",
    "mov.u32 %r1,%dynamic_smem_size;",
    "mov.u32 %r1,%total_smem_size;",
    "mov.u32 %r1,%aggr_smem_size;",
    "mov.pred %p1,%is_explicit_cluster;",
    "mov.u32 %r1,%cluster_ctarank;",
    "mov.u32 %r1,%reserved_smem_offset_begin;",
    "mov.u32 %r1,%reserved_smem_offset_0;",
    "mov.v4.u32 {%r1,%r2,%r3,%r4},%ntid;",
    "mov.u32 %r1,%ntid.x;",
    "mov.u64 %rd1,%current_graph_exec;",
    "prmt.b32 %r1,%r2,%r3,0x5410;",
    "prmt.b32.f4e %r1,%r2,%r3,%r4;",
    "createpolicy.fractional.L2::evict_last.b64 %rd1,1.0;",
    "createpolicy.fractional.L2::evict_last.L2::evict_unchanged.b64 %rd1,0.5;",
    "createpolicy.range.global.L2::evict_last.b64 %rd1,[%rd2],%r1,%r2;",
    "isspacep.shared::cluster %p1,%rd1;",
    "isspacep.param::entry %p1,%rd1;",
    "cvta.global.u64 %rd1,%rd2;",
    "cvta.to.shared.u64 %rd1,%rd2;",
    "cvta.shared::cta.u64 %rd1,%rd2;",
    "cvta.param.u64 %rd1,p0;",
    "cvta.const.u64 %rd1,cvar;",
    "cvt.u32.u64 %r1,%rd1;",
    "cvt.rni.sat.u8.f32 %r1,%f1;",
    "cvt.rn.f16x2.f32 %r1,%f1,%f2;",
    "cvt.rn.satfinite.e4m3x2.f32 %h1,%f1,%f2;",
    "cvt.rn.f16x2.e5m2x2 %r1,%h1;",
    "cvt.rn.satfinite.relu.e2m1x2.f32 %b1,%f1,%f2;",
    "cvt.rs.satfinite.e4m3x4.f32 %r1,{%f1,%f2,%f3,%f4},%r2;",
    "cvt.rp.satfinite.ue8m0x2.bf16x2 %h1,%r1;",
    "cvt.rna.tf32.f32 %r1,%f1;",
    "cvt.pack.sat.s8.s32.b32 %r1,%r2,%r3,%r4;",
    "cvt.pack.sat.u16.s32 %r1,%r2,%r3;",
    "cvt.rn.bf16.f32 %h1,%f1;",
    "cvt.rs.f16x2.f32 %r1,%f1,%f2,%r2;",
    "mapa.shared::cluster.u32 %r1,%r2,%r3;",
    "mapa.u64 %rd1,%rd2,%r1;",
    "getctarank.shared::cluster.u32 %r1,%r2;",
    "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 "
    "{%f1,%f2,%f3,%f4},{%r1,%r2,%r3,%r4},{%r5,%r6},{%f1,%f2,%f3,%f4};",
    "mma.sp.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 "
    "{%f1,%f2,%f3,%f4},{%r1,%r2},{%r5,%r6},{%f1,%f2,%f3,%f4},%r7,0x0;",
    "mma.sp::ordered_metadata.sync.aligned.m16n8k32.row.col.f32.f16.f16.f32 "
    "{%f1,%f2,%f3,%f4},{%r1,%r2,%r3,%r4},{%r5,%r6,%r7,%r8},{%f1,%f2,%f3,%f4},%"
    "r7,0x0;",
    "mma.sync.aligned.m16n8k64.row.col.kind::mxf4.block_scale.scale_vec::2X."
    "f32.e2m1.e2m1.f32.ue8m0 "
    "{%f1,%f2,%f3,%f4},{%r1,%r2,%r3,%r4},{%r5,%r6},{%f1,%f2,%f3,%f4},%r7,{%h1,%"
    "h2},%r8,{%h1,%h2};",
    "movmatrix.sync.aligned.m8n8.trans.b16 %r1,%r2;",
    "stacksave.u64 %rd1;",
    "stackrestore.u64 %rd1;",
    "alloca.u64 %rd1,%rd2,16;",
    "vadd.s32.s32.s32.sat %r1,%r2.b0,%r3.h1;",
    "vadd.s32.s32.s32 %r1.h0,%r2.b0,-%r3.h1,%r4;",
    "vsub.s32.u32.u32.add %r1,%r2,%r3,%r4;",
    "vabsdiff.s32.s32.s32.sat.max %r1,%r2,%r3,%r4;",
    "vmin.s32.s32.s32 %r1,%r2,%r3;",
    "vmax.u32.u32.u32.min %r1,%r2.b3,%r3,%r4;",
    "vshl.u32.u32.u32.wrap %r1,%r2.b3,%r3,%r4;",
    "vshr.s32.s32.u32.clamp %r1,%r2,4;",
    "vmad.s32.s32.s32 %r1,%r2,%r3,-%r4;",
    "vset.s32.u32.lt %r1,%r2,%r3.h1;",
    "vset.u32.u32.ne.max %r1,%r2,%r3,%r4;",
    "vadd2.s32.s32.u32.sat %r1.h10,%r2.h10,%r3.h32,%r4;",
    "vsub2.u32.u32.u32 %r1,%r2,%r3,%r4;",
    "vavrg2.s32.s32.s32 %r1.h0,%r2,%r3,%r4;",
    "vabsdiff2.s32.s32.s32.add %r1.h10,%r2,%r3,%r4;",
    "vmin2.s32.u32.u32 %r1,%r2,%r3,%r4;",
    "vmax2.s32.s32.s32 %r1,%r2.h01,%r3,%r4;",
    "vset2.s32.u32.lt %r1,%r2,%r3,%r4;",
    "vset2.s32.u32.ge.add %r1.h1,%r2.h32,%r3.h00,%r4;",
    "vadd4.s32.s32.u32.sat %r1.b3210,%r2.b3210,%r3.b7654,%r4;",
    "vsub4.u32.u32.u32.add %r1,%r2,%r3,%r4;",
    "vavrg4.u32.u32.u32 %r1.b10,%r2,%r3,%r4;",
    "vabsdiff4.u32.u32.u32.add %r1,%r2,%r3,%r4;",
    "vmin4.u32.u32.u32 %r1,%r2,%r3,%r4;",
    "vmax4.s32.s32.s32.sat %r1,%r2.b7650,%r3,%r4;",
    "vset4.s32.u32.lt.add %r1,%r2,%r3,%r4;",
    "mov.b32 %r1,%laneid;",
    "mov.u32 %r1,WARP_SZ;",
};

class ValueForm : public testing::TestWithParam<const char *> {};

TEST_P(ValueForm, IsNoEvent) { expectEvents({GetParam(), ""}); }

INSTANTIATE_TEST_SUITE_P(Isa, ValueForm, testing::ValuesIn(ValueForms));

} // namespace

TEST(ValueForm, LanesTellOperandsApart) {
  auto Pure = [](llvm::StringRef Text) {
    Lowered L(Text);
    std::vector<std::string> Names;
    for (const Value &V : L.Fn->Values)
      if (V.Kind == ValueKind::Op && V.Op == OpCode::Pure)
        Names.push_back(V.Name);
    return Names;
  };
  std::vector<std::string> Low =
      Pure("{ .reg .b32 d,a,b; mov.u32 a,%tid.x; vadd.u32.u32.u32 d,a.b0,a; "
           "st.shared.u32 [0],d; }");
  std::vector<std::string> High =
      Pure("{ .reg .b32 d,a,b; mov.u32 a,%tid.x; vadd.u32.u32.u32 d,a.b3,a; "
           "st.shared.u32 [0],d; }");
  EXPECT_EQ(Low.size(), 2u);
  EXPECT_EQ(High.size(), 2u);
  EXPECT_NE(Low, High);
}
