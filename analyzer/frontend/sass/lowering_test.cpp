//===- lowering_test.cpp - registers, predicates, flow --------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/frontend/sass/sass_testing.h"

using namespace fencepost;
using namespace fencepost::test;
using llvm::StringRef;

static const Event &only(const Function &Fn, EventKind K) {
  const Event *Found = nullptr;
  for (const Event &E : Fn.Events)
    if (E.Kind == K) {
      EXPECT_EQ(Found, nullptr) << "more than one";
      Found = &E;
    }
  static const Event None;
  EXPECT_NE(Found, nullptr);
  return Found ? *Found : None;
}

static BlockId blockOf(const Function &Fn, const Event &E) {
  for (BlockId B = 0; B < Fn.Blocks.size(); ++B)
    for (EventId Id : Fn.Blocks[B].Events)
      if (&Fn.Events[Id] == &E)
        return B;
  return NoId;
}

/// `add(param 1, mul(tid.x, 4))`
static std::string say(const Function &Fn, ValueId V, unsigned Depth = 8) {
  const Value &Node = Fn.Values[V];
  switch (Node.Kind) {
  case ValueKind::Constant:
    return std::to_string(Node.Imm);
  case ValueKind::Param:
    return "param " + std::to_string(Node.Imm);
  case ValueKind::Special:
  case ValueKind::Global:
    return Node.Name;
  case ValueKind::Phi:
    return "phi";
  case ValueKind::Result:
    return "result";
  case ValueKind::Unknown:
  case ValueKind::Local:
    return "?";
  case ValueKind::Op:
    break;
  }
  if (Node.Op == OpCode::Cast && Depth)
    return say(Fn, Node.Operands[0], Depth - 1);
  std::string S = spelling(Node.Op).str() + "(";
  for (ValueId Operand : Node.Operands)
    S += (S.ends_with("(") ? "" : ", ") +
         (Depth ? say(Fn, Operand, Depth - 1) : "...");
  return S + ")";
}

// Bank 0 holds the parameters behind what the driver keeps there.
TEST(Registers, ParametersByArchitecture) {
  struct {
    const char *Arch, *Code;
  } Rows[] = {
      {"sm_75", "MOV R2, c[0x0][0x168]\nMOV R3, c[0x0][0x16c]\n"
                "LDG.E.SYS R0, [R2]"},
      {"sm_80", "IMAD.MOV.U32 R2, RZ, RZ, c[0x0][0x168]\n"
                "IMAD.MOV.U32 R3, RZ, RZ, c[0x0][0x16c]\nLDG.E R0, [R2.64]"},
      {"sm_90", "LDC.64 R2, c[0x0][0x218]\nLDG.E R0, desc[UR4][R2.64]"},
      {"sm_90", "ULDC.64 UR6, c[0x0][0x218]\nLDG.E R0, desc[UR4][UR6.64]"},
      {"sm_100", "LDCU.64 UR4, c[0x0][0x388]\nLDG.E R0, desc[UR6][UR4.64]"},
  };
  for (const auto &Row : Rows) {
    LoweredKernel K(Row.Code, Row.Arch);
    const Event &Load = only(*K.Fn, EventKind::Load);
    EXPECT_EQ(say(*K.Fn, Load.Address), "param 1") << Row.Code;
    EXPECT_EQ(Load.Object, "[param_0x8]");
    ASSERT_EQ(K.Fn->Params.size(), 2u);
    EXPECT_EQ(K.Fn->Params[1].Name, "param_0x8");
  }
}

TEST(Registers, LaunchShape) {
  LoweredKernel Old("IMAD.MOV.U32 R4, RZ, RZ, c[0x0][0xc]\n"
                    "STG.E [R2.64], R4",
                    "sm_80");
  EXPECT_EQ(say(*Old.Fn, only(*Old.Fn, EventKind::Store).Operand), "nctaid.x");
  LoweredKernel New("LDC R4, c[0x0][0x360]\nSTG.E desc[UR4][R2.64], R4",
                    "sm_100");
  EXPECT_EQ(say(*New.Fn, only(*New.Fn, EventKind::Store).Operand), "ntid.x");
}

TEST(Registers, IndexedAddressesInAllTheirForms) {
  const char *Codes[] = {
      "S2R R5, SR_TID.X\nLDC.64 R2, c[0x0][0x210]\n"
      "IMAD.WIDE.U32 R2, R5, 0x4, R2\nLDG.E R0, desc[UR4][R2.64]",
      "S2R R5, SR_TID.X\nULDC.64 UR8, c[0x0][0x210]\n"
      "LEA R2, P0, R5, UR8, 0x2\nLEA.HI.X R3, R5, UR9, RZ, 0x2, P0\n"
      "LDG.E R0, desc[UR4][R2.64]",
      "S2R R5, SR_TID.X\nIMAD.WIDE.U32 R6, R5, 0x4, RZ\n"
      "ULDC.64 UR8, c[0x0][0x210]\nIADD3 R2, P0, R6, UR8, RZ\n"
      "IADD3.X R3, R7, UR9, RZ, P0, !PT\nLDG.E R0, desc[UR4][R2.64]",
      "S2R R5, SR_TID.X\nIMAD.WIDE.U32 R6, R5, 0x4, RZ\n"
      "ULDC.64 UR4, c[0x0][0x210]\nLDG.E R0, [R6.64+UR4]",
  };
  for (const char *Code : Codes) {
    LoweredKernel K(Code);
    const Event &Load = only(*K.Fn, EventKind::Load);
    EXPECT_EQ(Load.Object, "param_0x0[..]") << Code;
    std::string Address = say(*K.Fn, Load.Address);
    EXPECT_NE(Address.find("tid.x"), std::string::npos) << Address;
    EXPECT_EQ(Address.find("pure"), std::string::npos) << Address;
  }
}

// A pointer that a loop moves in halves stays one pointer.
TEST(Registers, PointersInLoops) {
  LoweredKernel K("LDC.64 R2, c[0x0][0x210]\nMOV R8, RZ\n.L_x_0:\n"
                  "LDG.E R0, desc[UR4][R2.64]\nIADD3 R8, R8, 0x1, RZ\n"
                  "IADD3 R2, P1, R2, 0x4, RZ\nIADD3.X R3, RZ, R3, RZ, P1, !PT\n"
                  "ISETP.NE.AND P0, PT, R8, 0x10, PT\n@P0 BRA `(.L_x_0)");
  const Event &Load = only(*K.Fn, EventKind::Load);
  EXPECT_EQ(Load.Object, "param_0x0[..]");
  const Value &Moving = K.Fn->Values[Load.Address];
  ASSERT_EQ(Moving.Kind, ValueKind::Phi);
  std::string Operands;
  for (ValueId V : Moving.Operands)
    Operands += say(*K.Fn, V) + "; ";
  EXPECT_NE(Operands.find("param 0; "), std::string::npos) << Operands;
  EXPECT_NE(Operands.find("add(phi, 4); "), std::string::npos) << Operands;
}

TEST(Registers, ConstantsInHalves) {
  // 0x0001 in the lower half: the smallest subnormal.
  LoweredKernel K("HFMA2.MMA R5, -RZ, RZ, 0, 5.9604644775390625e-08\n"
                  "STG.E desc[UR4][R2.64], R5");
  EXPECT_EQ(say(*K.Fn, only(*K.Fn, EventKind::Store).Operand), "1");
}

TEST(Registers, SharedMemoryBeginsSomewhere) {
  LoweredKernel Cluster("S2UR UR5, SR_CgaCtaId\nUMOV UR4, 0x400\n"
                        "ULEA UR4, UR5, UR4, 0x18\nLDS R0, [UR4+0x8]");
  EXPECT_EQ(only(*Cluster.Fn, EventKind::Load).Object, "[shared memory+1032]");
  LoweredKernel Plain("LDS R0, [0x8]", "sm_75");
  EXPECT_EQ(only(*Plain.Fn, EventKind::Load).Object, "[shared memory+8]");
  LoweredKernel Indexed("S2R R3, SR_TID.X\nLDS R0, [R3.X4+0x10]", "sm_75");
  EXPECT_EQ(only(*Indexed.Fn, EventKind::Load).Object, "shared memory[..]");
}

TEST(Predicates, ThroughARegister) {
  LoweredKernel K("S2R R5, SR_TID.X\nISETP.NE.AND P2, PT, R5, RZ, PT\n"
                  "P2R R0, PR, RZ, 0x4\nISETP.EQ.AND P2, PT, R5, 0x3, PT\n"
                  "R2P PR, R0, 0x4\n@!P2 STG.E desc[UR4][R2.64], R5");
  const Event &Store = only(*K.Fn, EventKind::Store);
  const Block &Before = K.Fn->Blocks[K.Fn->Entry];
  ASSERT_EQ(Before.Term.Kind, TerminatorKind::Branch);
  EXPECT_EQ(say(*K.Fn, Before.Term.Condition), "ne(tid.x, 0)");
  EXPECT_EQ(Before.Term.Successors[1], blockOf(*K.Fn, Store));
}

// PLOP3 with 0x80 is the and of its three sources, with 0xfe their or, with
// 0x08 not a, b and c.
TEST(Predicates, Tables) {
  LoweredKernel K("S2R R5, SR_TID.X\nISETP.NE.AND P1, PT, R5, RZ, PT\n"
                  "PLOP3.LUT P0, PT, P1, PT, PT, 0x8, 0x0\n"
                  "@P0 STG.E desc[UR4][R2.64], R5");
  EXPECT_EQ(say(*K.Fn, K.Fn->Blocks[K.Fn->Entry].Term.Condition),
            "eq(tid.x, 0)");
  LoweredKernel Always("PLOP3.LUT P0, PT, PT, PT, PT, 0x80, 0x0\n"
                       "@!P0 STG.E desc[UR4][R2.64], R5");
  EXPECT_TRUE(Always.events().empty());
}

TEST(Predicates, Wide) {
  LoweredKernel K("LDC.64 R6, c[0x0][0x210]\n"
                  "ISETP.NE.U32.AND P0, PT, R6, RZ, PT\n"
                  "ISETP.NE.AND.EX P0, PT, R7, RZ, PT, P0\n"
                  "@P0 STG.E desc[UR4][R2.64], R5");
  EXPECT_EQ(say(*K.Fn, K.Fn->Blocks[K.Fn->Entry].Term.Condition),
            "ne(param 0, 0)");
}

// A leader's release, atomic and acquire must not come apart: there is no path
// that has the one without the other.
TEST(Predicates, OneLeaderIsOneBlock) {
  LoweredKernel K("@P0 MEMBAR.ALL.GPU\n@P0 ERRBAR\nLOP3.LUT R6, R6, R7, RZ, "
                  "0xc0, !PT\n@P0 ATOMG.E.ADD.STRONG.GPU PT, R3, "
                  "desc[UR4][R2.64], R9\nPOPC R6, R6\n@P0 CCTL.IVALL\n"
                  "STG.E desc[UR4][R4.64], R6");
  const Event &Atom = only(*K.Fn, EventKind::Rmw);
  unsigned Fences = 0;
  for (const Event &E : K.Fn->Events)
    if (E.Kind == EventKind::Fence) {
      ++Fences;
      EXPECT_EQ(blockOf(*K.Fn, E), blockOf(*K.Fn, Atom));
    }
  EXPECT_EQ(Fences, 2u);
  EXPECT_NE(blockOf(*K.Fn, only(*K.Fn, EventKind::Store)),
            blockOf(*K.Fn, Atom));
}

TEST(Predicates, BothSides) {
  LoweredKernel K("@P0 STG.E desc[UR4][R2.64], R5\n"
                  "@!P0 STG.E desc[UR4][R2.64], R6\n@P0 EXIT\n"
                  "MEMBAR.SC.GPU");
  std::vector<BlockId> Stores;
  for (const Event &E : K.Fn->Events)
    if (E.Kind == EventKind::Store)
      Stores.push_back(blockOf(*K.Fn, E));
  ASSERT_EQ(Stores.size(), 2u);
  EXPECT_NE(Stores[0], Stores[1]);
  BlockId Fenced = blockOf(*K.Fn, only(*K.Fn, EventKind::Fence));
  EXPECT_NE(Fenced == Stores[0], Fenced == Stores[1])
      << "the side that exits does not go on";
}

// The pointer is loaded and indexed under the guard of the store.
TEST(Predicates, AGuardIsKnownWhereItHolds) {
  LoweredKernel K("S2R R7, SR_TID.X\nISETP.NE.AND P6, PT, R7, RZ, PT\n"
                  "@!P6 LDC.64 R8, c[0x0][0x218]\n"
                  "@!P6 LDG.E R11, desc[UR6][R2.64]\n"
                  "@!P6 IMAD.WIDE.U32 R4, R7, 0x4, R8\n"
                  "@!P6 STG.E desc[UR6][R4.64], R11");
  const Event &Store = only(*K.Fn, EventKind::Store);
  EXPECT_EQ(Store.Object, "param_0x8[..]");
  EXPECT_EQ(say(*K.Fn, Store.Address), "add(param 1, mul(tid.x, 4))");
  // On the other side R8 is what it was.
  LoweredKernel Other("S2R R7, SR_TID.X\nISETP.NE.AND P6, PT, R7, RZ, PT\n"
                      "LDC.64 R8, c[0x0][0x210]\n"
                      "@!P6 LDC.64 R8, c[0x0][0x218]\n"
                      "@!P6 LDG.E R11, desc[UR6][R2.64]\n"
                      "@P6 STG.E desc[UR6][R8.64], R12");
  EXPECT_EQ(only(*Other.Fn, EventKind::Store).Object, "[param_0x0]");
}

// Below as signed numbers and not below as unsigned ones may both hold.
TEST(Predicates, OppositesAreOfOneSign) {
  auto StoreUnder = [](llvm::StringRef Choice, llvm::StringRef Guard) {
    LoweredKernel K(("S2R R7, SR_TID.X\nLDG.E R6, desc[UR6][R2.64]\n"
                     "LDC.64 R8, c[0x0][0x210]\n" +
                     Choice + "\n@P1 LDC.64 R8, c[0x0][0x218]\n" + Guard +
                     "\n@P0 STG.E desc[UR6][R8.64], R12")
                        .str());
    return only(*K.Fn, EventKind::Store).Object;
  };
  EXPECT_NE(StoreUnder("ISETP.LT.AND P1, PT, R7, R6, PT",
                       "ISETP.GE.U32.AND P0, PT, R7, R6, PT"),
            "[param_0x0]");
  EXPECT_NE(StoreUnder("ISETP.LT.AND P1, PT, R7, 0x5, PT",
                       "ISETP.GE.U32.AND P0, PT, R7, 0x5, PT"),
            "[param_0x0]");
  EXPECT_EQ(StoreUnder("ISETP.LT.AND P1, PT, R7, 0x5, PT",
                       "ISETP.GE.AND P0, PT, R7, 0x5, PT"),
            "[param_0x0]");
  EXPECT_EQ(StoreUnder("ISETP.EQ.U32.AND P1, PT, R7, R6, PT",
                       "ISETP.NE.AND P0, PT, R7, R6, PT"),
            "[param_0x0]");
}

TEST(Flow, PollingLoop) {
  LoweredKernel K("LDC.64 R2, c[0x0][0x210]\n.L_x_0:\n"
                  "LDG.E.STRONG.GPU R0, desc[UR4][R2.64]\n"
                  "ISETP.NE.AND P0, PT, R0, RZ, PT\n@!P0 BRA `(.L_x_0)");
  BlockId Loop = blockOf(*K.Fn, only(*K.Fn, EventKind::Load));
  const Terminator &T = K.Fn->Blocks[Loop].Term;
  ASSERT_EQ(T.Kind, TerminatorKind::Branch);
  EXPECT_TRUE(T.Successors[0] == Loop || T.Successors[1] == Loop);
  EXPECT_EQ(say(*K.Fn, T.Condition), "eq(result, 0)");
}

// What ptxas makes of st.async on sm_100a: the store is left out by threads
// that are not elected, and reached by one that is.
TEST(Flow, BehindTheElection) {
  LoweredKernel K("ELECT P1, URZ, PT\nBRA.U !UPT, `(.L_x_1)\n"
                  "USTGR.E.NA.STRONG.GPU [UR4], UR6\n.L_x_1:\nMEMBAR.SC.GPU",
                  "sm_100a");
  const Event &Store = only(*K.Fn, EventKind::AsyncCopy);
  const Event &Fence = only(*K.Fn, EventKind::Fence);
  EXPECT_NE(blockOf(*K.Fn, Store), blockOf(*K.Fn, Fence));
  EXPECT_EQ(K.Fn->Blocks[blockOf(*K.Fn, Fence)].Predecessors.size(), 2u);
}

// What ptxas makes of __syncwarp() where the warp may be together already.
TEST(Flow, WarpBarrierOfAWarpThatIsTogether) {
  LoweredKernel K("UMOV UR4, 0xffffffff\nBRA.DIV UR4, `(.L_x_1)\nNOP\n"
                  ".L_x_2:\nMEMBAR.SC.GPU\nBAR.SYNC.DEFER_BLOCKING 0xf\n"
                  "EXIT\n.L_x_1:\nWARPSYNC.COLLECTIVE R15, `(.L_x_2)\n"
                  "BRA `(.L_x_2)");
  only(*K.Fn, EventKind::WarpSync);
}

// A collective that the compiler set apart ends here; nothing happens.
TEST(Flow, EndOfACollective) {
  LoweredKernel K("WARPSYNC.COLLECTIVE R15, `(.L_x_1)\n"
                  "VOTE.ANY R14, PT, P6\nENDCOLLECTIVE\n.L_x_1:\n"
                  "MEMBAR.SC.GPU");
  EXPECT_EQ(K.Fn->State, Coverage::Analysed);
  only(*K.Fn, EventKind::Fence);
}

// What ptxas makes of atomicMax() and atomicCAS() through a generic address:
// the predicate says that it was done, the rest does it in other memory.
TEST(Flow, GenericAtomicsAreDoneOnce) {
  LoweredKernel K(
      "ATOM.E.MAX.64.STRONG.GPU P0, RZ, desc[UR4][R14.64+0x8], R12\n"
      "@P0 BRA `(.L_x_3)\nQSPC.E.S P0, RZ, [R14+0x8]\n"
      "@!P0 BRA `(.L_x_2)\n.L_x_1:\nLDS.64 R4, [R15+0x8]\n"
      "ATOMS.CAST.SPIN.64 R6, [R15+0x8], R4, R12\n"
      "ISETP.EQ.U32.AND P1, PT, R6, 0x1, PT\n"
      "@!P1 BRA `(.L_x_1)\nBRA `(.L_x_3)\n.L_x_2:\n"
      "LD.E.64 R4, desc[UR4][R14.64+0x8]\n"
      "ST.E.64 desc[UR4][R14.64+0x8], R4\n.L_x_3:\n"
      "ATOM.E.CAS.STRONG.SYS P1, R8, [R2+0x4], R8, R10\n"
      "@P1 BRA `(.L_x_4)\nLD.E R8, [R2+0x4]\n"
      "ST.E [R2+0x4], R10\n.L_x_4:\nMEMBAR.SC.GPU");
  std::string Kinds;
  for (const Event *E : K.events())
    Kinds += spelling(E->Kind).str() + " ";
  EXPECT_EQ(Kinds, "atom atom fence ");
}

// Each call has the events of its own.
TEST(Flow, SubroutinesAreSpliced) {
  LoweredKernel K("CALL.REL.NOINC `(sub)\nSTG.E desc[UR4][R2.64], R5\n"
                  "CALL.REL.NOINC `(sub)\nBAR.SYNC.DEFER_BLOCKING 0xf\nEXIT\n"
                  "sub:\nMEMBAR.SC.GPU\nRET.REL.NODEC R20 `(k)");
  std::string Kinds;
  for (const Event *E : K.events())
    Kinds += spelling(E->Kind).str() + " ";
  EXPECT_EQ(Kinds, "fence store fence ");
}

TEST(Flow, UnknownCallsMayDoAnything) {
  LoweredKernel K("LDC.64 R2, c[0x4][0x8]\nCALL.ABS.NOINC R2");
  EXPECT_EQ(only(*K.Fn, EventKind::OpaqueCall).Spelling, "call c[0x4][0x8]");
}

// Division and roots that ptxas keeps in subroutines touch registers alone.
TEST(Flow, ArithmeticOfTheCompilerOrdersNothing) {
  LoweredKernel K("CALL.REL.NOINC `(__cuda_sm20_div_u64__634)\n"
                  "CALL.REL.NOINC `($__internal_3_$__cuda_sm20_dsqrt_rn_f64_"
                  "mediumpath_v1)\n"
                  "STG.E desc[UR4][R2.64], R5\nEXIT");
  EXPECT_TRUE(llvm::none_of(K.events(), [](const Event *E) {
    return E->Kind == EventKind::OpaqueCall;
  }));
  LoweredKernel Warp("CALL.REL.NOINC `(__cuda_sm70_shflsync_idx_p)");
  only(*Warp.Fn, EventKind::OpaqueCall);
}

TEST(Flow, JumpTables) {
  LoweredKernel K("BRX R2 -0x20 (*\"BRANCH_TARGETS .L_x_1,.L_x_2\"*)\n"
                  ".L_x_1:\nMEMBAR.SC.GPU\nEXIT\n.L_x_2:\n"
                  "STG.E desc[UR4][R2.64], R5");
  only(*K.Fn, EventKind::Fence);
  only(*K.Fn, EventKind::Store);
  LoweredKernel Unknown("BRX R2 -0x20");
  only(*Unknown.Fn, EventKind::OpaqueCall);
}

TEST(Flow, WhatIsNotUnderstoodIsTold) {
  LoweredKernel K("FROBNICATE.ALL [R2], R4\nSTG.E desc[UR4][R2.64], R5");
  EXPECT_EQ(K.Fn->State, Coverage::Partly);
  ASSERT_FALSE(K.Fn->Reasons.empty());
  EXPECT_EQ(K.Fn->Reasons[0], "not understood: 'FROBNICATE.ALL [R2], R4'");
  only(*K.Fn, EventKind::OpaqueCall);
}
