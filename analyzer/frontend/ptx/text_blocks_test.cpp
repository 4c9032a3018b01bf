//===- text_blocks_test.cpp - PTX text, 64 bytes at a time ----------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What this machine runs against the form that runs anywhere, and both against
// what their comments say, over texts of every length and offset.
//
//===----------------------------------------------------------------------===//
#include "analyzer/frontend/ptx/text_blocks.h"
#include "gtest/gtest.h"
#include <algorithm>
#include <random>
#include <vector>

using namespace fencepost::ptx;
using llvm::StringRef;

namespace {

/// Mostly what PTX has, some bytes of every kind.
std::string randomText(std::mt19937 &Random, size_t Size) {
  static const char *const Parts[] = {
      "ld.global", "st ",    "\tatom.", "red.",       "fence.sc", "mult",
      "NOLINT",    "membar", "{",       "}",          "/",        "\"",
      ":",         "\n",     " ",       ";\n",        "mbar",     "bra",
      "NOLI",      "\r\n",   "mul.lo",  "\xff\x80\n", "exit"};
  std::string Text;
  while (Text.size() < Size)
    if (Random() % 4)
      Text += Parts[Random() % std::size(Parts)];
    else
      Text += char(Random());
  Text.resize(Size);
  return Text;
}

class TextBlocks : public testing::Test {
protected:
  std::mt19937 Random{1};
};

TEST_F(TextBlocks, FastestAndPortableMarksAreTheSame) {
  for (int Turn = 0; Turn < 300; ++Turn) {
    unsigned Count = 1 + Random() % 6, Offset = Random() % 5;
    std::string Text =
        randomText(Random, Offset + Count * BlockBytes + BlockTail);
    std::vector<BlockMarks> Fast(Count), Portable(Count);
    const char *At = Text.data() + Offset;
    bool MayHoldNolint = allMarkBlocks().back()(At, Portable.data(), Count);
    for (MarkBlocks Mark : allMarkBlocks()) {
      EXPECT_EQ(Mark(At, Fast.data(), Count), MayHoldNolint);
      for (unsigned I = 0; I < Count; ++I) {
        EXPECT_EQ(Fast[I].Structure, Portable[I].Structure);
        EXPECT_EQ(Fast[I].Words, Portable[I].Words);
      }
    }
  }
}

TEST_F(TextBlocks, MarksAreWhereTheWordsAre) {
  for (MarkBlocks Mark : allMarkBlocks())
    for (size_t At = 0; At < BlockBytes; ++At) {
      std::string Text(BlockBytes + BlockTail + 8, ' ');
      Text.replace(At, 5, "\tatom");
      BlockMarks Marks;
      EXPECT_FALSE(Mark(Text.data(), &Marks, 1));
      EXPECT_TRUE(Marks.Words >> At & 1) << At;
      EXPECT_EQ(Marks.Structure, 0u);
      Text[At] = '{';
      Mark(Text.data(), &Marks, 1);
      EXPECT_EQ(Marks.Structure, uint64_t(1) << At);
    }
}

TEST_F(TextBlocks, AWordOverTheBorderOfTwoBlocksIsSeen) {
  for (MarkBlocks Mark : allMarkBlocks())
    for (size_t At = BlockBytes - 6; At < BlockBytes + 2; ++At) {
      std::string Text(2 * BlockBytes + BlockTail, ' ');
      Text.replace(At, 6, "NOLINT");
      BlockMarks Marks[2];
      EXPECT_TRUE(Mark(Text.data(), Marks, 2)) << At;
    }
}

TEST_F(TextBlocks, SpansAndLinesAreCounted) {
  for (int Turn = 0; Turn < 500; ++Turn) {
    std::string Text = randomText(Random, Random() % 300);
    size_t Size = std::min(StringRef(Text).find_first_of("{}/\""), Text.size());
    Span Found = spanBefore(Text, "{}/\"");
    EXPECT_EQ(Found.Size, Size);
    EXPECT_EQ(Found.Lines, StringRef(Text).take_front(Size).count('\n'));
    EXPECT_EQ(countLines(Text), StringRef(Text).count('\n'));
  }
}

TEST_F(TextBlocks, WordsAreFoundWhereTheyStand) {
  for (int Turn = 0; Turn < 500; ++Turn) {
    std::string Text = randomText(Random, Random() % 300);
    for (StringRef Word : {"st ", "mbar", "NOLI", "\n", "ld.global", "cl"})
      for (size_t From = 0; From <= Text.size(); From += 1 + Random() % 40)
        EXPECT_EQ(findWord(Text, Word, From), StringRef(Text).find(Word, From));
  }
}

TEST_F(TextBlocks, TextIsFoundInText) {
  EXPECT_TRUE(fencepost::holdsText("a NOLINT", "NOLINT"));
  EXPECT_FALSE(fencepost::holdsText("a NOLIN", "NOLINT"));
  EXPECT_FALSE(fencepost::holdsText("", "NOLINT"));
  EXPECT_TRUE(fencepost::holdsText("", ""));
}

} // namespace
