//===- hostile_test.cpp - text that no disassembler printed ---------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/frontend/sass/sass_testing.h"
#include "llvm/Support/MemoryBuffer.h"
#include <random>

using namespace fencepost;
using namespace fencepost::test;
using llvm::StringRef;

static std::string twins() {
  auto Buffer = llvm::MemoryBuffer::getFile(
      FENCEPOST_TESTDATA "/sass/twins.sm_90a.sass", /*IsText=*/true);
  EXPECT_TRUE(bool(Buffer));
  return Buffer ? (*Buffer)->getBuffer().str() : std::string();
}

/// A function's worth of instructions, over and over.
static std::string repeated(StringRef Piece, size_t Count) {
  std::string Out;
  for (size_t I = 0; I < Count; ++I)
    Out += Piece;
  return Out;
}

TEST(Hostile, CutAnywhere) {
  std::string Text = twins();
  ASSERT_GT(Text.size(), 10000u);
  for (size_t End = 1; End < 9000; End += 37) {
    SassUnit U = readChecked(Text.substr(0, End));
    bool Tells = !U.Notes.empty();
    EXPECT_TRUE(U.M || Tells) << End;
  }
  // Within an instruction, and behind a whole one that does not exit.
  size_t At = Text.find("LDG.E.STRONG.GPU");
  for (size_t End : {At + 10, Text.find('\n', At)}) {
    SassUnit U = readChecked(Text.substr(0, End));
    ASSERT_TRUE(U.M);
    EXPECT_EQ(U.M->Functions.back()->State, Coverage::Partly);
    ASSERT_FALSE(U.Notes.empty());
    EXPECT_NE(U.Notes[0].Message.find("truncated"), std::string::npos);
  }
}

TEST(Hostile, FlippedBits) {
  std::string Text = twins().substr(0, 12000);
  std::mt19937 Random(7);
  for (unsigned Round = 0; Round < 200; ++Round) {
    std::string Bad = Text;
    for (unsigned N = 0; N < 1 + Round / 10; ++N)
      Bad[Random() % Bad.size()] ^= char(1u << (Random() % 8));
    readChecked(Bad);
  }
}

TEST(Hostile, OddOperands) {
  for (StringRef Line : {"LDG.E R999, [R2]",
                         "LDG.E R0, [",
                         "LDG.E R0, desc[UR4][R2.64",
                         "LDG.E",
                         "STG.E [R2.64]",
                         "ATOMG.E.CAS.STRONG.GPU PT, R0, [R2]",
                         "ATOMG.E.CAS.STRONG.GPU PT, R0, [R2], R4",
                         "@P9 EXIT",
                         "@ EXIT",
                         "@!PT EXIT",
                         "BRA",
                         "BRA 0x7777",
                         "BRA `(nowhere)",
                         "BRX R2",
                         "RET",
                         "CALL.REL.NOINC `(.L_x_0)",
                         "LDG.E.128 R254, [R2.64]",
                         "LDG.E.64 R255, [R254.64]",
                         "IADD3 R0",
                         "IADD3 R0, P0, P1, P2",
                         "IMAD.WIDE R254, R1, R2, R254",
                         "ISETP.NE.AND P0, PT, R0",
                         "PLOP3.LUT P0, PT, PT, PT",
                         "PLOP3.LUT P0, PT, P1, P2, P3, 0x7f, 0x2",
                         "R2P PR, R0",
                         "P2R R0, PR",
                         "UBLKCP.S.G [UR4], [UR255], UR8",
                         "SYNCS.ARRIVE.TRANS64",
                         "MEMBAR",
                         "BAR.SYNC",
                         "BAR.RED.POPC 0x0",
                         "SHFL.IDX",
                         "VOTE.ANY R0",
                         "LEA R0, P0, R1, R2, 0x7fffffff",
                         "LEA.HI.X R0, R1, R2, R3",
                         "SHF.L.U32 R0, R1, 0xffffffffffffffff, RZ",
                         "LDC R0, c[0x0][0xffffffffffffffff]",
                         "LDC R0, c[0xffffffff][R2+R3+R4]",
                         "LDC.64 R0, c[0x0][0x214]",
                         "MOV R0, 32@lo(",
                         "HFMA2 R0, -RZ, RZ, x, y",
                         "FCHK P0, R0, R1",
                         "R2UR P0, UR4, R2",
                         "S2R R0, SR_",
                         "MOV R0, -",
                         "LDTM.x128 R4, tmem[UR4]",
                         "HGMMA R250, gdesc[UR4], R24, gsb0",
                         "DEPBAR.LE SB0",
                         "LDSM.16.M88.4 R254, [R2]",
                         "TEX R250, R2, R3"}) {
    LoweredKernel K(Line);
    EXPECT_TRUE(K.Fn) << Line.str();
  }
}

TEST(Hostile, LongLines) {
  std::string Commas = "LDG.E R0, " + std::string(1 << 20, ',');
  LoweredKernel A(Commas);
  ASSERT_TRUE(A.Fn);
  LoweredKernel Brackets("LDG.E R0, " + std::string(1 << 20, '['));
  ASSERT_TRUE(Brackets.Fn);
  LoweredKernel Blanks("MEMBAR.SC.GPU" + std::string(1 << 22, ' '));
  ASSERT_TRUE(Blanks.Fn);
  std::string Name(1 << 20, 'x');
  SassUnit U =
      readChecked("\t\tFunction : " + Name + "\n        /*0000*/   EXIT ;\n");
  ASSERT_TRUE(U.M);
  EXPECT_FALSE(readSass(std::string(1 << 26, 'x'), "k.sass").M);
}

// More than the budgets: told, not read.
TEST(Hostile, HugeFunctions) {
  LoweredKernel Long(repeated("FADD R0, R1, R2\n", 200001));
  ASSERT_TRUE(Long.Fn);
  EXPECT_EQ(Long.Fn->State, Coverage::Skipped);
  LoweredKernel Branches(
      repeated("@P0 STG.E [R2.64], R4\n@P1 STG.E [R2.64], R4\n", 10001));
  ASSERT_TRUE(Branches.Fn);
  EXPECT_EQ(Branches.Fn->State, Coverage::Skipped);
}

TEST(Hostile, DeepCalls) {
  // Each calls the next one twice: the budget ends it.
  std::string Text = "CALL.REL.NOINC `(f0)\nEXIT\n";
  for (unsigned N = 0; N < 64; ++N)
    Text += "f" + std::to_string(N) + ":\nMEMBAR.SC.GPU\nCALL.REL.NOINC `(f" +
            std::to_string(N + 1) + ")\nCALL.REL.NOINC `(f" +
            std::to_string(N + 1) + ")\nRET.REL.NODEC R20 `(k)\n";
  LoweredKernel K(Text + "f64:\nRET.REL.NODEC R20 `(k)");
  ASSERT_TRUE(K.Fn);
  LoweredKernel Self("k:\nMEMBAR.SC.GPU\nCALL.REL.NOINC `(k)");
  ASSERT_TRUE(Self.Fn);
}

TEST(Hostile, CallsOfAFunctionWithoutInstructions) {
  SassUnit U = readChecked(
      listingOf("MEMBAR.SC.GPU\nCALL.REL.NOINC `(empty)\nSTG.E [R2.64], R4\n"
                "BAR.SYNC.DEFER_BLOCKING 0x0\nEXIT") +
      "\t.section\t.text.empty,\"ax\",@progbits\n"
      "        .type           empty,@function\nempty:\n.text.empty:\n");
  ASSERT_TRUE(U.M);
  const Function &Fn = *U.M->Functions.at(0);
  EXPECT_TRUE(llvm::any_of(Fn.Events, [](const Event &E) {
    return E.Kind == EventKind::OpaqueCall;
  }));
}

TEST(Hostile, EveryInstructionIsATarget) {
  std::string Text;
  for (unsigned N = 0; N < 4000; ++N)
    Text += ".L_" + std::to_string(N) + ":\n@P0 BRA `(.L_" +
            std::to_string(N * 7919 % 4000) +
            ")\nIADD3 R2, R2, 0x1, RZ\n"
            "LDG.E R4, [R2.64]\n";
  LoweredKernel K(Text);
  ASSERT_TRUE(K.Fn);
}
