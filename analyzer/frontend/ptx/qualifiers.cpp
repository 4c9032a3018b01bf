//===- qualifiers.cpp - what dotted words mean ------------------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA 9.0, sections 5.2 (types), 8.4 to 8.7 (orders and scopes), 9.7 (the
// modifiers of each instruction) and 10 (special registers).
//
//===----------------------------------------------------------------------===//

#include "analyzer/frontend/ptx/qualifiers.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/ADT/StringSwitch.h"

using namespace fencepost;
using namespace fencepost::ptx;
using llvm::StringRef;
using llvm::StringSwitch;

//===- Types --------------------------------------------------------------===//

ValueType ElementType::registerType() const {
  if (Packed == 1)
    return Type;
  return {uint16_t(Type.Bits * Packed), false, false, false};
}

// e4m3x2, e5m2, e2m1x4, ue8m0x2: small floats named by exponent and mantissa.
static std::optional<ElementType> parseSmallFloat(StringRef Word) {
  Word.consume_front("u");
  unsigned Exponent = 0, Mantissa = 0, Packed = 1;
  if (!Word.consume_front("e") || Word.consumeInteger(10, Exponent) ||
      !Word.consume_front("m") || Word.consumeInteger(10, Mantissa))
    return std::nullopt;
  if (Word.consume_front("x") && Word.consumeInteger(10, Packed))
    return std::nullopt;
  if (!Word.empty() || Exponent > 8 || Mantissa > 10 || Packed > 8)
    return std::nullopt;
  ElementType T;
  T.Type = {uint16_t(Exponent + Mantissa > 5 ? 8 : Exponent + Mantissa + 1),
            true};
  T.Packed = Packed;
  return T;
}

std::optional<ElementType> fencepost::ptx::parseType(StringRef Word) {
  ElementType T;
  if (Word == "pred") {
    T.Type = {1};
    return T;
  }
  if (Word.starts_with("e") || Word.starts_with("ue"))
    return parseSmallFloat(Word);
  T.Type.IsFloat = Word.consume_front("bf") || Word.consume_front("tf") ||
                   Word.consume_front("f");
  if (!T.Type.IsFloat) {
    if (Word.consume_front("s"))
      T.Type.IsSigned = true;
    else if (!Word.consume_front("u") && !Word.consume_front("b"))
      return std::nullopt;
  }
  unsigned Bits = 0, Packed = 1;
  if (Word.consumeInteger(10, Bits) ||
      (Word.consume_front("x") && Word.consumeInteger(10, Packed)) ||
      !Word.empty() || Bits == 0 || Bits > 1024 || Packed == 0 || Packed > 16)
    return std::nullopt;
  T.Type.Bits = Bits == 19 ? 32 : Bits;
  T.Packed = Packed;
  return T;
}

//===- Words --------------------------------------------------------------===//

static std::optional<Order> parseOrder(StringRef Word) {
  return StringSwitch<std::optional<Order>>(Word)
      .Case("weak", Order::Weak)
      .Case("relaxed", Order::Relaxed)
      .Case("acquire", Order::Acquire)
      .Case("release", Order::Release)
      .Case("acq_rel", Order::AcqRel)
      .Case("sc", Order::SeqCst)
      .Case("seq_cst", Order::Unknown) // Not PTX, but it was meant.
      .Default(std::nullopt);
}

static std::optional<Scope> parseScope(StringRef Word) {
  return StringSwitch<std::optional<Scope>>(Word)
      .Case("cta", Scope::Cta)
      .Case("cluster", Scope::Cluster)
      .Cases({"gpu", "gl"}, Scope::Gpu)
      .Case("sys", Scope::Sys)
      .Default(std::nullopt);
}

static std::optional<Space> parseSpace(StringRef Word) {
  // `.param::entry` and `.param::func` name the same space twice over.
  return StringSwitch<std::optional<Space>>(Word)
      .Case("global", Space::Global)
      .Cases({"shared", "shared::cta"}, Space::SharedCta)
      .Case("shared::cluster", Space::SharedCluster)
      .Case("local", Space::Local)
      .Cases({"param", "param::entry", "param::func"}, Space::Param)
      .Case("const", Space::Const)
      .Default(std::nullopt);
}

static CacheHint parseHint(StringRef Word) {
  return StringSwitch<CacheHint>(Word)
      .Case("ca", CacheHint::Ca)
      .Case("cg", CacheHint::Cg)
      .Case("cs", CacheHint::Cs)
      .Case("lu", CacheHint::Lu)
      .Case("cv", CacheHint::Cv)
      .Case("wb", CacheHint::Wb)
      .Case("wt", CacheHint::Wt)
      .Default(CacheHint::None);
}

static RmwOp parseRmw(StringRef Word) {
  return StringSwitch<RmwOp>(Word)
      .Case("add", RmwOp::Add)
      .Case("inc", RmwOp::Inc)
      .Case("dec", RmwOp::Dec)
      .Case("min", RmwOp::Min)
      .Case("max", RmwOp::Max)
      .Case("and", RmwOp::And)
      .Case("or", RmwOp::Or)
      .Case("xor", RmwOp::Xor)
      .Case("exch", RmwOp::Exch)
      .Case("cas", RmwOp::Cas)
      .Default(RmwOp::None);
}

static uint16_t parseVector(StringRef Word) {
  return StringSwitch<uint16_t>(Word)
      .Case("v2", 2)
      .Case("v4", 4)
      .Case("v8", 8)
      .Default(0);
}

// Words that change nothing in the event model but are PTX: modifiers of
// arithmetic, shapes, hints, kinds of barriers and copies.
static constexpr const char OtherWords[] =
    "a a1d a2d abs acube alias aligned all alloc any approx arrive "
    "arrive_drop ashift async b b4e b6p ballot base bfly block16 "
    "block32 block_scale box_dim bulk bulk_group cc clamp clampmode "
    "col collector commit commit_group complete_tx cp cp_fenceproxy "
    "cp_mask cube dealloc dir down down_and ecl ecr element_stride "
    "elemtype eq equ evict_first evict_last evict_normal expect_tx "
    "explicit f4e fence fill_mode finite fractional ftz full ge geom "
    "geu global_address global_dim global_stride gt gtu hi hs idx "
    "im2col im2col_offsets infinite init interleave_layout inval l "
    "launch_dependents ld ld_reduce le left leu level lo ls lt ltu "
    "m8n8 mbarrier mbarrier_init mma mma_async mode mxf4 mxf4nvf4 "
    "mxf8f6f4 nan NaN ne neu no noComplete no_allocate noexp noftz "
    "noinc normal notanumber num number offset oob op_restrict p pack "
    "parity pending_count popc prefetch proxy query_cancel r range "
    "rank rc16 rc8 read red reduce relinquish_alloc_permit relu "
    "replace right rm rmi rn rna rni row rp rpi rs rz rzi sat "
    "satfinite scalar shfl shift shiftamt sp sparse st subnormal "
    "swizzle_atomicity swizzle_mode sync sync_aligned tensor tensormap "
    "test_wait tile to trans trap trunc try_cancel try_wait uni "
    "unified up up_and wait wait_all wait_group warp warpx4 wide wrap "
    "ws x xorsign zero zfill";

static bool isOtherWord(StringRef Word) {
  static const llvm::StringSet<> Words = [] {
    llvm::SmallVector<StringRef, 0> List;
    StringRef(OtherWords).split(List, ' ');
    llvm::StringSet<> Set;
    for (StringRef W : List)
      Set.insert(W);
    return Set;
  }();
  return Words.contains(Word);
}

// Shapes and families: m16n8k16, 32x32b, x4, 3d, L2::128B, kind::f16.
static bool isPatternWord(StringRef Word) {
  for (StringRef Prefix : {"L1::",
                           "L2::",
                           "mbarrier::",
                           "multicast::",
                           "kind::",
                           "cta_group::",
                           "tile::",
                           "pack::",
                           "warpx2::",
                           "unpack::",
                           "im2col",
                           "tensormap::",
                           "async::",
                           "sync_restrict::",
                           "ashift::",
                           "collector::",
                           "scale_vec::",
                           "fence::",
                           "wait::",
                           "sp::",
                           "ordered_metadata",
                           "spformat::",
                           "layout::",
                           "acc::",
                           "level::",
                           "get_first_ctaid",
                           "is_canceled",
                           "ignore_oob",
                           "b4x16",
                           "b6x16"})
    if (Word.starts_with(Prefix))
      return true;
  if (Word == "L1" || Word == "L2" || Word == "L3")
    return true;
  if (Word.starts_with("m") && Word.contains('n'))
    return Word.drop_front().find_first_not_of("0123456789nk") ==
           StringRef::npos;
  return !Word.empty() && (llvm::isDigit(Word[0]) || Word[0] == 'x') &&
         Word.find_first_not_of("0123456789xdb") == StringRef::npos;
}

Qualifiers fencepost::ptx::readQualifiers(const Instruction &I) {
  Qualifiers Q;
  for (StringRef Word : I.Qualifiers) {
    StringRef Restricted = Word;
    if (auto O = parseOrder(Word))
      Q.Sem = O;
    else if (auto S = parseScope(Word))
      Q.Scp = S;
    else if (auto S = parseSpace(Word))
      Q.Spaces.push_back(*S);
    else if (auto T = parseType(Word))
      Q.Types.push_back(*T);
    else if (CacheHint H = parseHint(Word); H != CacheHint::None)
      Q.Hint = H;
    else if (uint16_t N = parseVector(Word))
      Q.Vector = N;
    else if (Restricted.consume_front("sync_restrict::"))
      Q.Restriction = parseSpace(Restricted);
    else if (RmwOp Op = parseRmw(Word); Op != RmwOp::None)
      Q.Op = Op;
    else if (Word == "volatile")
      Q.IsVolatile = true;
    else if (Word == "mmio")
      Q.IsMmio = true;
    else if (Word == "nc")
      Q.IsNonCoherent = true;
    else if (!isOtherWord(Word) && !isPatternWord(Word))
      ++Q.Unknown;
  }
  return Q;
}

//===- Special registers --------------------------------------------------===//

bool fencepost::ptx::changesBetweenReads(StringRef Name) {
  return Name.starts_with("clock") || Name.starts_with("globaltimer") ||
         (Name.starts_with("pm") && Name.size() > 2 && llvm::isDigit(Name[2]));
}

bool fencepost::ptx::isSpecialRegister(StringRef Name) {
  static const llvm::StringSet<> Vectors = {
      "tid",       "ntid",       "ctaid",         "nctaid",
      "clusterid", "nclusterid", "cluster_ctaid", "cluster_nctaid"};
  static const llvm::StringSet<> Scalars = {"laneid",
                                            "warpid",
                                            "nwarpid",
                                            "smid",
                                            "nsmid",
                                            "gridid",
                                            "is_explicit_cluster",
                                            "cluster_ctarank",
                                            "cluster_nctarank",
                                            "lanemask_eq",
                                            "lanemask_le",
                                            "lanemask_lt",
                                            "lanemask_ge",
                                            "lanemask_gt",
                                            "total_smem_size",
                                            "aggr_smem_size",
                                            "dynamic_smem_size",
                                            "current_graph_exec"};
  auto [Base, Component] = Name.split('.');
  if (Vectors.contains(Base))
    return true;
  return Scalars.contains(Name) || changesBetweenReads(Name) ||
         Name.starts_with("reserved_smem_offset") ||
         (Name.starts_with("envreg") && Name.size() > 6);
}
