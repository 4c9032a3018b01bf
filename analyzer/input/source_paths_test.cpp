//===- source_paths_test.cpp ----------------------------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "analyzer/input/compile_database.h"
#include "analyzer/input/source_paths.h"
#include "analyzer/input/temp_folder.h"
#include "gtest/gtest.h"

using namespace fencepost;

namespace {

TEST(SourcePaths, BesideTheListingAndElseAsWritten) {
  TempFolder Folder;
  std::string Listing = Folder.write("k.ptx", ""),
              Source = Folder.write("k.py", ""),
              Absolute = Folder.write("a.py", "");
  Module M;
  FileId Self = M.file(Listing), Beside = M.file("k.py"),
         Nowhere = M.file("gone/k.py"), Whole = M.file(Absolute);
  FilesAsked Asked;
  findSources(M, Listing, Asked);
  EXPECT_EQ(M.Files[Self].Path, Listing);
  EXPECT_EQ(M.Files[Beside].Path, Source);
  EXPECT_EQ(M.Files[Nowhere].Path, "gone/k.py");
  EXPECT_EQ(M.Files[Whole].Path, Absolute);
  // Files of these names would have counted: in the working directory, or
  // beside the listing.
  std::map<std::string, FileAnswer> Expected = {
      {absolutePath("k.py"), FileAnswer::Absent},
      {absolutePath("gone/k.py"), FileAnswer::Absent},
      {absolutePath(Folder.path("gone/k.py")), FileAnswer::Absent}};
  EXPECT_EQ((std::map<std::string, FileAnswer>(Asked.Answers.begin(),
                                               Asked.Answers.end())),
            Expected);
}

TEST(SourcePaths, StandardInputHasNoFolder) {
  Module M;
  FileId Id = M.file("k.py");
  FilesAsked Asked;
  findSources(M, "-", Asked);
  EXPECT_EQ(M.Files[Id].Path, "k.py");
  EXPECT_TRUE(Asked.Answers.empty());
}

} // namespace
