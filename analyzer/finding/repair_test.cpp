//===- repair_test.cpp -------------------------------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "analyzer/finding/edits.h"
#include "analyzer/finding/repair.h"
#include "llvm/Support/xxhash.h"
#include "gtest/gtest.h"

using namespace fencepost;
using llvm::StringRef;

namespace {

/// Text with `[[` and `]]` around the place of the repair; its repaired text,
/// or "no fix".
std::string repaired(StringRef Marked, Repair R) {
  size_t Begin = Marked.find("[["), End = Marked.find("]]") - 2;
  std::string Text = Marked.str();
  Text.erase(End + 2, 2);
  Text.erase(Begin, 2);
  auto Line = [&](size_t At) {
    return uint32_t(StringRef(Text).take_front(At).count('\n') + 1);
  };
  auto Column = [&](size_t At) {
    size_t Start = StringRef(Text).take_front(At).rfind('\n') + 1;
    return uint32_t(At - Start + 1);
  };
  R.At = {"/a.cu", Line(Begin), Column(Begin), Line(End), Column(End)};
  SourceText Sources;
  Sources.add("/a.cu", Text);
  auto Edits = editsFor(R, Sources);
  if (!Edits)
    return "no fix";
  for (const Edit &E : *Edits) {
    EXPECT_EQ(E.File, "/a.cu");
    EXPECT_EQ(E.FileHash, llvm::xxh3_64bits(Text));
  }
  return applyEdits(Text, *Edits);
}

std::string clobbered(StringRef Marked) {
  Repair R;
  R.What = Repair::Kind::MemoryClobber;
  return repaired(Marked, R);
}

std::string replaced(StringRef Marked, StringRef Old, StringRef New) {
  Repair R;
  R.Old = Old.str();
  R.New = New.str();
  return repaired(Marked, R);
}

std::string fenced(StringRef Marked) {
  Repair R;
  R.What = Repair::Kind::BehindLoop;
  R.New = "__threadfence();";
  return repaired(Marked, R);
}

// The grammar of asm statements: GCC 6.11.2, "Extended Asm".
TEST(Repair, AddsWhatAnAsmStatementLacks) {
  EXPECT_EQ(clobbered(R"([[asm volatile("a;" : "=r"(x) : "l"(p))]];)"),
            R"(asm volatile("a;" : "=r"(x) : "l"(p) : "memory");)");
  EXPECT_EQ(clobbered(R"([[asm volatile("a;" ::"l"(p))]];)"),
            R"(asm volatile("a;" ::"l"(p) : "memory");)");
  EXPECT_EQ(clobbered(R"([[asm volatile("a;" : "=r"(x))]];)"),
            R"(asm volatile("a;" : "=r"(x) :: "memory");)");
  EXPECT_EQ(clobbered(R"([[asm volatile("a;")]];)"),
            R"(asm volatile("a;" ::: "memory");)");
  EXPECT_EQ(clobbered(R"([[asm volatile("a;" :::)]];)"),
            R"(asm volatile("a;" ::: "memory");)");
  EXPECT_EQ(clobbered(R"([[asm volatile("a;" ::: "cc")]];)"),
            R"(asm volatile("a;" ::: "memory", "cc");)");
  EXPECT_EQ(clobbered(R"([[asm("a;" ::"l"(p) : "memory")]];)"),
            R"(asm volatile("a;" ::"l"(p) : "memory");)");
  EXPECT_EQ(clobbered("[[__asm__ __volatile__(\"a;\\n\"\n    \"b;\" :: "
                      "\"l\"(f(p ? a : b)))]];"),
            "__asm__ __volatile__(\"a;\\n\"\n    \"b;\" :: "
            "\"l\"(f(p ? a : b)) : \"memory\");");
}

TEST(Repair, LeavesWhatItDoesNotUnderstand) {
  // Nothing is missing.
  EXPECT_EQ(clobbered(R"([[asm volatile("a;" ::: "memory")]];)"), "no fix");
  EXPECT_EQ(clobbered("[[LOAD(p, x)]];"), "no fix");
  EXPECT_EQ(clobbered(R"([[asm goto("a;" :::: l)]];)"), "no fix");
  EXPECT_EQ(clobbered("[[asm volatile(\"a;\" // why\n :: \"l\"(p))]];"),
            "no fix");
  EXPECT_EQ(clobbered("[[asm volatile(R\"(a;)\" :: \"l\"(p))]];"), "no fix");
  // With operands '%%' would be one '%'.
  EXPECT_EQ(clobbered(R"([[asm volatile("mov %r1, %tid.x;")]];)"), "no fix");
  EXPECT_EQ(clobbered(R"([[asm volatile("a;)]])"), "no fix");
}

TEST(Repair, ReplacesOneWord) {
  EXPECT_EQ(replaced("[[__threadfence_system()]];", "_system", ""),
            "__threadfence();");
  EXPECT_EQ(replaced("a.sys; [[b.sys]]; c.sys", ".sys", ".gpu"),
            "a.sys; b.gpu; c.sys");
  EXPECT_EQ(replaced("[[a.sys; b.sys]]", ".sys", ".gpu"), "no fix");
  EXPECT_EQ(replaced("[[fence()]]", ".sys", ".gpu"), "no fix");
}

TEST(Repair, PutsAStatementBehindALoop) {
  EXPECT_EQ(fenced("while ([[*f == 0]]) ;"),
            "while (*f == 0) ; __threadfence();");
  EXPECT_EQ(fenced("while ([[*f == 0]]) {\n  nap(\"}\");\n}\nread();"),
            "while (*f == 0) {\n  nap(\"}\");\n} __threadfence();\nread();");
  EXPECT_EQ(fenced("do { v = *f; } while ([[v == 0]]);\nread();"),
            "do { v = *f; } while (v == 0); __threadfence();\nread();");
  // In the branch that waits, not behind it.
  EXPECT_EQ(
      fenced("if (t == 0)\n  while ([[*f == 0]]) {}\nelse g();"),
      "if (t == 0)\n  { while (*f == 0) {} __threadfence(); }\nelse g();");
  EXPECT_EQ(fenced("for (; [[*f == 0]];) ;"), "no fix");
  EXPECT_EQ(fenced("while ([[*f == 0]]) nap();"), "no fix");
  EXPECT_EQ(fenced("while ([[*f == 0]]) { /* } */ }"), "no fix");
  EXPECT_EQ(fenced("WAIT([[*f == 0]]);"), "no fix");
}

TEST(Repair, APlaceThatIsNotThere) {
  SourceText Sources;
  Repair R;
  R.Old = "a";
  R.At = {"/no/such/file.cu", 1, 1, 1, 2};
  EXPECT_FALSE(editsFor(R, Sources));
  Sources.add("/a.cu", "a\n");
  for (Place P : {Place{"/a.cu", 7, 1, 7, 2}, Place{"/a.cu", 1, 9, 1, 12},
                  Place{"/a.cu", 1, 2, 1, 1}, Place{"/a.cu", 0, 0, 0, 0}}) {
    R.At = P;
    EXPECT_FALSE(editsFor(R, Sources));
  }
}

} // namespace
