//===- tokenizer_test.cpp - words of PTX ------------------------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Expectations come from PTX ISA 9.0, sections 4.1 to 4.5.
//
//===----------------------------------------------------------------------===//

#include "analyzer/frontend/ptx/tokenizer.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include <bit>
#include <vector>

using namespace fencepost::ptx;
using llvm::StringRef;
using testing::ElementsAre;

static std::vector<Token> tokens(StringRef Text) {
  std::vector<Token> All;
  Tokenizer T(Text);
  for (Token Tok = T.next(); !Tok.is(TokenKind::End); Tok = T.next())
    All.push_back(Tok);
  return All;
}

static std::vector<std::string> words(StringRef Text) {
  std::vector<std::string> All;
  for (const Token &T : tokens(Text))
    All.push_back(T.Text.str());
  return All;
}

static std::vector<TokenKind> kinds(StringRef Text) {
  std::vector<TokenKind> All;
  for (const Token &T : tokens(Text))
    All.push_back(T.Kind);
  return All;
}

TEST(Tokenizer, SplitsAnInstructionAtItsDots) {
  EXPECT_THAT(words("ld.relaxed.gpu.global.u32 %r4,[%rd1+16];"),
              ElementsAre("ld", ".relaxed", ".gpu", ".global", ".u32", "%r4",
                          ",", "[", "%rd1", "+", "16", "]", ";"));
}

TEST(Tokenizer, DoubleColonsBelongToTheirWord) {
  EXPECT_THAT(words("st.async.shared::cluster.mbarrier::complete_tx::bytes"),
              ElementsAre("st", ".async", ".shared::cluster",
                          ".mbarrier::complete_tx::bytes"));
  EXPECT_THAT(words(".L1::no_allocate.L2::128B.1d"),
              ElementsAre(".L1::no_allocate", ".L2::128B", ".1d"));
}

TEST(Tokenizer, ComponentsBelongToRegisters) {
  EXPECT_THAT(words("mov.u32 %r1, %tid.x;"),
              ElementsAre("mov", ".u32", "%r1", ",", "%tid.x", ";"));
  EXPECT_THAT(words("%r1.u32"), ElementsAre("%r1", ".u32"));
}

TEST(Tokenizer, LabelsMayHoldDollars) {
  EXPECT_THAT(words("$L__BB0_1: bra.uni $L__BB0_1;"),
              ElementsAre("$L__BB0_1", ":", "bra", ".uni", "$L__BB0_1", ";"));
}

TEST(Tokenizer, NumbersHaveTheirKinds) {
  EXPECT_THAT(kinds("0x1F 017 0b101 12U 1.5 1e-3 0f3F800000 "
                    "0d3FF0000000000000"),
              ElementsAre(TokenKind::Integer, TokenKind::Integer,
                          TokenKind::Integer, TokenKind::Integer,
                          TokenKind::Float, TokenKind::Float, TokenKind::Float,
                          TokenKind::Float));
  EXPECT_THAT(words("{%5, 0., 1}"),
              ElementsAre("{", "%5", ",", "0.", ",", "1", "}"));
  EXPECT_EQ(integerValue("0x1F"), 31u);
  EXPECT_EQ(integerValue("017"), 15u);
  EXPECT_EQ(integerValue("0b101"), 5u);
  EXPECT_EQ(integerValue("12U"), 12u);
  EXPECT_EQ(integerValue("0xffffffffffffffff"), UINT64_MAX);
}

TEST(Tokenizer, FloatsAreBits) {
  EXPECT_EQ(floatBits("0f3F800000", 32), std::bit_cast<uint32_t>(1.0f));
  EXPECT_EQ(floatBits("0f3F800000", 64), std::bit_cast<uint64_t>(1.0));
  EXPECT_EQ(floatBits("0dBFF8000000000000", 64), std::bit_cast<uint64_t>(-1.5));
  EXPECT_EQ(floatBits("2.5", 32), std::bit_cast<uint32_t>(2.5f));
  EXPECT_EQ(floatBits("1e-3", 64), std::bit_cast<uint64_t>(1e-3));
}

TEST(Tokenizer, CommentsAndHashLinesAreBlank) {
  EXPECT_THAT(words("// begin inline asm\n  bar.sync /* all */ 0; // end"),
              ElementsAre("bar", ".sync", "0", ";"));
  EXPECT_THAT(words("# 1 \"a.ptx\"\nret;"), ElementsAre("ret", ";"));
}

TEST(Tokenizer, StringsKeepTheirQuotesAndEscapes) {
  EXPECT_THAT(words(".file 1 \"/p/a \\\"b\\\".cu\";"),
              ElementsAre(".file", "1", "\"/p/a \\\"b\\\".cu\"", ";"));
}

TEST(Tokenizer, PositionsCountFromOne) {
  auto T = tokens("ld.u32\n\t%r1, [%rd2];\n/* x\n */ ret;");
  ASSERT_EQ(T.size(), 10u);
  EXPECT_EQ(T[0].Line, 1u);
  EXPECT_EQ(T[0].Column, 1u);
  EXPECT_EQ(T[1].Column, 3u);
  EXPECT_EQ(T[2].Line, 2u);
  EXPECT_EQ(T[2].Column, 2u);
  EXPECT_EQ(T[8].Line, 4u);
  EXPECT_EQ(T[8].Column, 5u);
}

TEST(Tokenizer, SaysWhatIsUnterminated) {
  for (StringRef Text : {"ret; /* never", "\"abc", "\"abc\\"}) {
    Tokenizer T(Text);
    while (!T.next().is(TokenKind::End))
      ;
    EXPECT_TRUE(T.sawUnterminated()) << Text.str();
  }
  Tokenizer T("/* x */ \"abc\";");
  while (!T.next().is(TokenKind::End))
    ;
  EXPECT_FALSE(T.sawUnterminated());
}

TEST(Tokenizer, EndStaysEnd) {
  Tokenizer T("x");
  T.next();
  EXPECT_TRUE(T.next().is(TokenKind::End));
  EXPECT_TRUE(T.next().is(TokenKind::End));
}
