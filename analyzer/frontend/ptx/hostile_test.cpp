//===- hostile_test.cpp - text that is no PTX -------------------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Nothing crashes, hangs or recurses without bound; what is not understood is
// said.
//
//===----------------------------------------------------------------------===//

#include "analyzer/frontend/ptx/inline_asm.h"
#include "gtest/gtest.h"

using namespace fencepost;
using namespace fencepost::ptx;
using llvm::StringRef;

namespace {

struct Outcome {
  Module M;
  AsmResult Asm;
  const Function *Fn;
  explicit Outcome(StringRef Text) {
    FunctionBuilder B(M, "k");
    AsmStatement S;
    S.Text = Text.str();
    AsmOperand O;
    O.Constraint = "=r";
    O.IsOutput = true;
    S.Operands.push_back(O);
    Asm = lowerInlineAsm(B, S);
    Fn = &B.finish();
    EXPECT_EQ(verify(*Fn), "");
  }
  bool isOpaque() const {
    for (const Event &E : Fn->Events)
      if (E.Kind == EventKind::OpaqueCall)
        return true;
    return false;
  }
};

std::string repeated(StringRef Piece, size_t Count) {
  std::string Out;
  for (size_t I = 0; I < Count; ++I)
    Out += Piece;
  return Out;
}

} // namespace

TEST(Hostile, UnterminatedTextIsSaid) {
  for (StringRef Text :
       {"ld.u32 %0, [%1", "ld.v2.u32 {%0, %1, [%2];", "bar.sync 0; /* never",
        "\"abc", "{ bar.sync 0; \"x", "ld.u32 %0, [%1+", "@", "@!", "ld.",
        ".reg .b32 %r<", "call (%0), f, ("}) {
    Outcome O(Text);
    EXPECT_FALSE(O.Asm.Unparsed.empty()) << Text.str();
    EXPECT_TRUE(O.isOpaque()) << Text.str();
    EXPECT_TRUE(mayHoldEvent(Text)) << Text.str();
  }
}

TEST(Hostile, HalfTokensAreHarmless) {
  for (StringRef Text : {"%",
                         "$",
                         "%[",
                         "%[x",
                         "${",
                         "${}",
                         "${9999999999}",
                         "%99999999999999999999",
                         "%%",
                         "$$",
                         "0x",
                         "0b",
                         "0f",
                         "1e",
                         "::",
                         ".",
                         "..",
                         "a:",
                         ":",
                         "|",
                         "a|",
                         "}",
                         "{",
                         "}}}}",
                         "\\",
                         "\x01\x80\xff"})
    Outcome O(Text);
}

TEST(Hostile, AMegabyteOfNoise) {
  std::string Text;
  uint32_t State = 1;
  while (Text.size() < (1u << 20)) {
    State = State * 1664525u + 1013904223u;
    Text += char(State >> 24);
  }
  Outcome O(Text);
  EXPECT_FALSE(O.Asm.Unparsed.empty());
  EXPECT_TRUE(O.isOpaque());
  EXPECT_LE(O.Asm.Unparsed.size(), 16u);
  for (const std::string &U : O.Asm.Unparsed)
    EXPECT_LE(U.size(), 100u);
}

TEST(Hostile, AMegabyteOfPunctuation) {
  const char Marks[] = ";:,{}[]()@!|+-*/%<>&^~=?.#\"$%ab1 \n";
  std::string Text;
  uint32_t State = 7;
  while (Text.size() < (1u << 20)) {
    State = State * 1664525u + 1013904223u;
    Text += Marks[(State >> 16) % (sizeof(Marks) - 1)];
  }
  Outcome O(Text);
  EXPECT_FALSE(O.Asm.Unparsed.empty());
}

TEST(Hostile, DeepNesting) {
  constexpr size_t Deep = 300000;
  Outcome Braces(repeated("{", Deep));
  Outcome Closed(repeated("}", Deep) + "fence.sc.gpu;");
  Outcome Vectors("ld.u32 " + repeated("{", Deep));
  EXPECT_TRUE(Vectors.isOpaque());
  Outcome Brackets("ld.u32 %0, " + repeated("[", Deep));
  EXPECT_TRUE(Brackets.isOpaque());
  Outcome Parens("ld.u32 %0, [" + repeated("(", Deep));
  EXPECT_TRUE(Parens.isOpaque());
  Outcome Signs("mov.u32 %0, " + repeated("-", Deep) + "1;");
  EXPECT_TRUE(Signs.isOpaque());
  Outcome Sums("mov.u32 %0, 1" + repeated("+1", Deep) + ";");
  EXPECT_FALSE(Sums.isOpaque());
}

TEST(Hostile, TooManyStatementsAreCutAndSaid) {
  Outcome O(repeated("fence.sc.gpu;", 100000));
  EXPECT_TRUE(O.isOpaque());
  EXPECT_FALSE(O.Asm.Unparsed.empty());
}

TEST(Hostile, ManyGuardsAndLabels) {
  Outcome Guards("{ .reg .pred p; setp.ne.u32 p, %r1, 0;" +
                 repeated("@p st.global.u32 [%rd1], 1;", 4000) +
                 "mov.u32 %0, %r9; }");
  std::string Labels;
  for (int I = 0; I < 2000; ++I)
    Labels += "L" + std::to_string(I) + ": @%p1 bra L" +
              std::to_string((I * 7919) % 2000) + ";";
  Outcome Jumps(Labels + "mov.u32 %0, %r1;");
  EXPECT_TRUE(Jumps.Asm.Unparsed.empty());
}

TEST(Hostile, HugeRegisterRangesCostNothing) {
  Outcome O(".reg .b32 %r<4000000000>; mov.u32 %r3999999999, 1; "
            "mov.u32 %0, %r3999999999;");
  EXPECT_TRUE(O.Asm.Unparsed.empty());
}

TEST(Hostile, DuplicateLabelsAreOpaque) {
  Outcome O("L: fence.sc.gpu; L: bar.sync 0; bra L;");
  EXPECT_TRUE(O.isOpaque());
}

TEST(Hostile, LongNumbers) {
  Outcome O("mov.u32 %0, " + repeated("9", 1 << 20) + "; mov.f32 %f1, 1." +
            repeated("9", 1 << 20) + "e99999;");
  EXPECT_TRUE(O.Asm.Unparsed.empty());
}

// Cut, doubled and altered asm statements, the same ones in every run.
TEST(Hostile, MutatedStatements) {
  const StringRef Seeds[] = {
      "{ .reg .pred p; W: mbarrier.try_wait.parity.shared::cta.b64 p, [%0], 0;"
      " @!p bra W; }",
      "atom.acquire.cta.shared::cta.cas.b32 %0, [%1], 0, 1;",
      "cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::"
      "bytes [%0], [%1, {%2, %3}], [%4];",
      "{ .reg .b32 %r<4>; setp.lt.and.s32 p|q, %r1, -5, !r; @p ld.volatile."
      "global.v4.u32 {%0, %r1, _, %r2}, [%1+-16]; ts: .branchtargets A, B; "
      "brx.idx %r1, ts; A: B: }",
      "mov.b64 {%0, %r1}, %rd1; mov.f32 %f1, 0f3F800000; call (%0), f, (%1);",
  };
  const char Marks[] = ";:,{}[]()@!|+-*/%<>&.\"$ 0aLp_";
  uint32_t State = 12345;
  auto Random = [&](size_t Below) {
    State = State * 1664525u + 1013904223u;
    return (State >> 8) % Below;
  };
  for (int Round = 0; Round < 4000; ++Round) {
    std::string Text = Seeds[Random(std::size(Seeds))].str();
    for (int Edit = Random(6); Edit >= 0 && !Text.empty(); --Edit) {
      size_t At = Random(Text.size());
      switch (Random(3)) {
      case 0:
        Text[At] = Marks[Random(sizeof(Marks) - 1)];
        break;
      case 1:
        Text.erase(At, Random(8));
        break;
      case 2:
        Text.insert(Random(Text.size()), Text.substr(At, Random(24)));
        break;
      }
    }
    SCOPED_TRACE(Text);
    Outcome O(Text);
    ASSERT_EQ(O.Asm.Outputs.size(), 1u);
    if (O.isOpaque())
      EXPECT_TRUE(mayHoldEvent(Text));
  }
}
