//===- ptx_filter_test.cpp - what need not be read holds nothing ----------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX functions that hold nothing that a rule looks at are not read. Here every
// file is read both ways, in part and as a whole, and the findings have to be
// the same: all .ptx under testdata, the PTX examples of the rules' pages, and
// the folder that FENCEPOST_PTX_FOLDER names, if it is set.
//
//===----------------------------------------------------------------------===//

#include "analyzer/frontend/ptx/ptx_frontend.h"
#include "checks/checks.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include <cstdlib>
#include <gtest/gtest.h>
#include <set>

using namespace fencepost;
using llvm::StringRef;

namespace {

class Listing : public FindingSink {
public:
  void add(Finding F) override {
    All.insert(F.Rule + " " + F.Primary.File + ":" +
               std::to_string(F.Primary.Line) + ":" +
               std::to_string(F.Primary.Column) + " level " +
               std::to_string(unsigned(F.Severity)) + " " + F.Message);
  }
  void withheld(StringRef) override {}
  std::multiset<std::string> All;
};

std::multiset<std::string> findingsOf(StringRef Text, StringRef Path,
                                      PtxBodies Read) {
  PtxUnit U = readPtx(Text, Path, {.Read = Read});
  Listing Out;
  if (!U.M)
    return {};
  UnitView View(*U.M);
  for (const Check &C : checks())
    if (llvm::is_contained(C.Rule->Layers, Layer::Ptx))
      C.Run(View, Out);
  return Out.All;
}

void expectSame(StringRef Text, StringRef Path) {
  EXPECT_EQ(findingsOf(Text, Path, PtxBodies::OfInterest),
            findingsOf(Text, Path, PtxBodies::All))
      << Path.str();
}

void expectSameIn(StringRef Folder, unsigned &Files) {
  std::error_code EC;
  for (llvm::sys::fs::recursive_directory_iterator I(Folder, EC), End;
       I != End && !EC; I.increment(EC))
    if (llvm::sys::path::extension(I->path()) == ".ptx")
      if (auto Buffer = llvm::MemoryBuffer::getFile(I->path())) {
        ++Files;
        expectSame((*Buffer)->getBuffer(), I->path());
      }
}

TEST(PtxFilter, FilesOfTestdata) {
  unsigned Files = 0;
  expectSameIn(FENCEPOST_TESTDATA, Files);
  EXPECT_GT(Files, 10u);
}

TEST(PtxFilter, FolderOfTheEnvironment) {
  const char *Folder = std::getenv("FENCEPOST_PTX_FOLDER");
  if (!Folder)
    GTEST_SKIP() << "FENCEPOST_PTX_FOLDER names no folder";
  unsigned Files = 0;
  expectSameIn(Folder, Files);
  EXPECT_GT(Files, 0u) << "no .ptx in " << Folder;
}

TEST(PtxFilter, ExamplesOfThePages) {
  unsigned Blocks = 0;
  std::error_code EC;
  for (llvm::sys::fs::directory_iterator I(FENCEPOST_RULES, EC), End;
       I != End && !EC; I.increment(EC)) {
    auto Buffer = llvm::MemoryBuffer::getFile(I->path());
    if (!Buffer || llvm::sys::path::extension(I->path()) != ".md")
      continue;
    StringRef Rest = (*Buffer)->getBuffer();
    while (Rest.contains("\n```ptx")) {
      Rest = Rest.split("\n```ptx").second.split('\n').second;
      ++Blocks;
      expectSame(Rest.split("\n```").first, I->path());
    }
  }
  EXPECT_GT(Blocks, 10u);
}

} // namespace
