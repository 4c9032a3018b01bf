//===- twins_test.cpp - the same kernels as PTX and as SASS ---------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Both front ends must tell the same story of each kernel of
// testdata/sass/twins.ptx. An acquire or release of PTX is a fence beside a
// relaxed access in SASS; nothing else may differ in what is strong, a fence
// or a barrier.
//
//===----------------------------------------------------------------------===//

#include "analyzer/frontend/ptx/ptx_frontend.h"
#include "analyzer/frontend/sass/sass_testing.h"
#include "llvm/Support/MemoryBuffer.h"
#include <algorithm>

using namespace fencepost;
using namespace fencepost::test;
using llvm::StringRef;

static std::string contentOf(StringRef Name) {
  auto Buffer = llvm::MemoryBuffer::getFile(
      llvm::Twine(FENCEPOST_TESTDATA "/sass/") + Name, /*IsText=*/true);
  EXPECT_TRUE(bool(Buffer)) << Name.str();
  return Buffer ? (*Buffer)->getBuffer().str() : std::string();
}

static std::string fenceWords(Order O, Scope S) {
  return "fence." + spelling(O).str() + "." + spelling(S).str();
}

/// What SASS shows of an event that PTX may say in one word.
static void story(const Event &E, std::vector<std::string> &Out) {
  if (E.Kind == EventKind::Fence)
    return Out.push_back(fenceWords(E.Ord, E.Scp));
  if (E.Kind == EventKind::CtaBarrier)
    return Out.push_back("barrier");
  if (!isMemoryAccess(E.Kind) || E.Spc != Space::Global)
    return;
  std::string Access = spelling(E.Kind).str() + "." + spelling(E.Rmw).str() +
                       "." + spelling(E.Scp).str();
  if (E.Ord == Order::Weak)
    Access = E.Prx == Proxy::NonCoherent ? "nc" : "weak";
  if (E.Ord == Order::Release || E.Ord == Order::AcqRel)
    Out.push_back(fenceWords(Order::Release, E.Scp));
  Out.push_back(Access);
  if (E.Ord == Order::Acquire || E.Ord == Order::AcqRel)
    Out.push_back(fenceWords(Order::Acquire, E.Scp));
}

static std::string storyOf(const Function &Fn) {
  std::vector<std::string> Words;
  for (const Event &E : Fn.Events)
    story(E, Words);
  // Blocks stand in another order where the compiler turned a branch around.
  std::sort(Words.begin(), Words.end());
  return llvm::join(Words, " ");
}

class Twins : public testing::TestWithParam<const char *> {};

TEST_P(Twins, TellTheSame) {
  PtxUnit Ptx = readPtx(contentOf("twins.ptx"), "twins.ptx");
  SassUnit Sass = readChecked(
      contentOf((llvm::Twine("twins.") + GetParam() + ".sass").str()));
  ASSERT_TRUE(Ptx.M && Sass.M);
  EXPECT_TRUE(Sass.Notes.empty());
  EXPECT_EQ(Sass.M->Arch, GetParam());
  ASSERT_EQ(Ptx.M->Functions.size(), Sass.M->Functions.size());
  ASSERT_GE(Ptx.M->Functions.size(), 15u);
  for (const auto &P : Ptx.M->Functions) {
    auto It = llvm::find_if(Sass.M->Functions,
                            [&](const auto &F) { return F->Name == P->Name; });
    ASSERT_NE(It, Sass.M->Functions.end()) << P->Name;
    EXPECT_EQ((*It)->State, Coverage::Analysed);
    EXPECT_EQ((*It)->Kind, FunctionKind::Kernel);
    EXPECT_EQ(storyOf(*P), storyOf(**It)) << P->Name;
  }
}
INSTANTIATE_TEST_SUITE_P(Archs, Twins,
                         testing::Values("sm_75", "sm_80", "sm_90a", "sm_100a",
                                         "sm_120a"));
