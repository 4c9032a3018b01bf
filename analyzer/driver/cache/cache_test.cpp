//===- cache_test.cpp - outcomes of earlier runs --------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "analyzer/driver/cache/manifest.h"
#include "analyzer/driver/cache/result_cache.h"
#include "analyzer/driver/cache/store.h"
#include "analyzer/driver/partial_run.h"
#include "analyzer/input/temp_folder.h"
#include "llvm/Support/MemoryBuffer.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include <csignal>
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

using namespace fencepost;
using namespace llvm;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

namespace {

/// Reads data behind a flag that is polled without acquire: one finding.
std::string poll(StringRef Kernel, StringRef Order) {
  return ("module \"a.cu\" layer=events arch=sm_90\nkernel @" + Kernel +
          "(ptr %flag, ptr %data) {\nentry:\n  jump poll\npoll:\n  %v = load." +
          Order +
          ".gpu.global.b32 [%flag] obj=\"*flag\"\n  %d = ne %v, 0\n  br %d, "
          "after, poll\nafter:\n  load.weak.global.f32 [%data]\n  ret\n}\n")
      .str();
}

/// Lets the clock that stamps files go on.
void pass() { std::this_thread::sleep_for(std::chrono::milliseconds(30)); }

struct CacheTest : testing::Test {
  TempFolder Files, Kept;
  RunOptions Options;
  CacheTest() {
    Options.CacheFolder = Kept.path("cache");
    for (const char *Name : {"a", "b", "c"})
      Options.Input.Paths.push_back(
          Files.write(std::string(Name) + ".events", poll(Name, "relaxed")));
    pass();
  }
  std::vector<std::string> Analysed; ///< Of the last run.
  RunResult go() {
    Analysed.clear();
    return run(Options, [&](const Unit &U, size_t, size_t) {
      Analysed.push_back(sys::path::filename(U.File).str());
    });
  }
  std::vector<std::string> entries() const {
    std::vector<std::string> Found;
    std::error_code EC;
    for (sys::fs::directory_iterator It(Options.CacheFolder, EC), End;
         It != End && !EC; It.increment(EC))
      Found.push_back(It->path());
    return Found;
  }
};

std::string shown(const RunResult &R) {
  std::string Text;
  for (const Finding &F : R.Findings)
    Text += F.Rule + " " + F.Function + " " + F.Fingerprint + " " + F.Message +
            "\n";
  for (const UnitReport &U : R.Units)
    Text += U.File + " " + std::to_string(static_cast<int>(U.State)) + "\n";
  for (const Notification &N : R.Notes)
    Text += N.Message + "\n";
  return Text + std::to_string(R.FunctionsAnalysed);
}

TEST_F(CacheTest, NothingChangedNothingIsAnalysed) {
  std::string First = shown(go());
  EXPECT_THAT(Analysed, ElementsAre("a.events", "b.events", "c.events"));
  EXPECT_THAT(First, HasSubstr("relaxed-poll"));
  EXPECT_EQ(shown(go()), First);
  EXPECT_THAT(Analysed, IsEmpty());
  Options.InWorkers = true;
  EXPECT_EQ(shown(go()), First);
  EXPECT_THAT(Analysed, IsEmpty());
}

TEST_F(CacheTest, WorkersKeepWhatTheyFind) {
  Options.InWorkers = true;
  std::string First = shown(go());
  EXPECT_EQ(Analysed.size(), 3u);
  EXPECT_EQ(shown(go()), First);
  EXPECT_THAT(Analysed, IsEmpty());
}

TEST_F(CacheTest, OnlyWhatChangedIsAnalysed) {
  std::string First = shown(go());
  Files.write("b.events", poll("b", "acquire"));
  pass();
  RunResult R = go();
  EXPECT_THAT(Analysed, ElementsAre("b.events"));
  EXPECT_EQ(R.Findings.size(), 2u);
  // Back on the former branch.
  Files.write("b.events", poll("b", "relaxed"));
  pass();
  EXPECT_EQ(shown(go()), First);
  EXPECT_THAT(Analysed, IsEmpty());
}

// Editors and tools can restore times; size and inode are the same too.
TEST_F(CacheTest, AChangeThatHidesItsTimeIsSeen) {
  std::string Path = Files.write("a.events", poll("kernel", "relaxed"));
  struct stat Before;
  ASSERT_EQ(stat(Path.c_str(), &Before), 0);
  pass();
  go();
  Files.write("a.events", poll("kennel", "relaxed"));
  timespec Times[2] = {Before.st_atim, Before.st_mtim};
  ASSERT_EQ(utimensat(AT_FDCWD, Path.c_str(), Times, 0), 0);
  pass();
  EXPECT_THAT(shown(go()), HasSubstr("kennel"));
  EXPECT_THAT(Analysed, ElementsAre("a.events"));
}

TEST_F(CacheTest, TouchedFilesAreReadNotAnalysed) {
  std::string First = shown(go());
  for (const std::string &Path : Options.Input.Paths)
    ASSERT_EQ(utimensat(AT_FDCWD, Path.c_str(), nullptr, 0), 0);
  EXPECT_EQ(shown(go()), First);
  EXPECT_THAT(Analysed, IsEmpty());
}

TEST_F(CacheTest, SettingsArePartOfTheName) {
  go();
  Options.Rules = "-*,weak-poll";
  EXPECT_THAT(go().Findings, IsEmpty());
  EXPECT_EQ(Analysed.size(), 3u);
  Options.Rules = "*";
  EXPECT_EQ(go().Findings.size(), 3u);
  EXPECT_THAT(Analysed, IsEmpty());
}

// A comment there suppresses a finding in the PTX.
TEST_F(CacheTest, TheSourceThatPtxNamesCounts) {
  std::string Source = Files.path("k.cu");
  Options.Input.Paths = {Files.write(
      "k.ptx",
      ".version 8.0\n.target sm_90\n.address_size 64\n.file 1 \"" + Source +
          "\"\n.visible .entry k(.param .u64 p) {\n.reg .b32 %r<2>;\n"
          ".reg .b64 %rd<2>;\n.loc 1 2 1\nld.param.u64 %rd1, [p];\n"
          "ld.global.u32 %r1, [%rd1];\nst.global.u32 [%rd1], %r1;\nret;\n}"
          "\n")};
  pass();
  for (const char *Text : {"", "// a", "// b"}) {
    if (*Text)
      Files.write("k.cu", Text);
    pass();
    go();
    EXPECT_THAT(Analysed, ElementsAre("k.ptx")) << Text;
    go();
    EXPECT_THAT(Analysed, IsEmpty()) << Text;
  }
}

TEST_F(CacheTest, UnitsThatCouldNotBeReadAreTriedAgain) {
  Options.Input.Paths = {Files.write("bad.events", "no such thing\n")};
  pass();
  std::string First = shown(go());
  EXPECT_EQ(shown(go()), First);
  EXPECT_THAT(Analysed, ElementsAre("bad.events"));
}

struct Damage {
  const char *Name;
  std::string (*Apply)(std::string);
};
class DamagedCache : public CacheTest,
                     public testing::WithParamInterface<Damage> {};

TEST_P(DamagedCache, IsAsGoodAsNone) {
  std::string First = shown(go());
  for (const std::string &Path : entries()) {
    auto Text = MemoryBuffer::getFile(Path);
    ASSERT_TRUE(bool(Text));
    std::string New = GetParam().Apply((*Text)->getBuffer().str());
    std::error_code EC;
    raw_fd_ostream(Path, EC) << New;
  }
  EXPECT_EQ(shown(go()), First);
  EXPECT_EQ(Analysed.size(), 3u);
  EXPECT_EQ(shown(go()), First);
  EXPECT_THAT(Analysed, IsEmpty()) << "it was not repaired";
}

INSTANTIATE_TEST_SUITE_P(
    Damages, DamagedCache,
    testing::Values(
        Damage{"Empty", [](std::string) { return std::string(); }},
        Damage{"CutShort",
               [](std::string S) { return S.substr(0, S.size() - 1); }},
        Damage{"Longer", [](std::string S) { return S + "x"; }},
        Damage{"OneBit",
               [](std::string S) {
                 S[S.size() / 2] ^= 1;
                 return S;
               }},
        Damage{"Foreign", [](std::string) { return std::string("{}"); }}),
    [](const auto &Info) { return Info.param.Name; });

TEST_F(CacheTest, AFolderThatCannotBeMadeIsToldOnce) {
  Options.CacheFolder = "";
  std::string Expected = shown(go());
  Options.CacheFolder = Files.write("file", "") + "/cache";
  RunResult R = go();
  ASSERT_EQ(R.Notes.size(), 1u);
  EXPECT_EQ(R.Notes[0].Class, NoticeClass::Environment);
  EXPECT_THAT(R.Notes[0].Message, HasSubstr("--cache-dir"));
  R.Notes.clear();
  EXPECT_EQ(shown(R), Expected);
}

// A limit on the size of files fails a write as a full disk does.
TEST_F(CacheTest, AFullDiskIsToldOnce) {
  Options.CacheFolder = "";
  std::string Expected = shown(go());
  Options.CacheFolder = Kept.path("cache");
  signal(SIGXFSZ, SIG_IGN);
  rlimit Old;
  ASSERT_EQ(getrlimit(RLIMIT_FSIZE, &Old), 0);
  rlimit Small{100, Old.rlim_max};
  for (bool InWorkers : {false, true}) {
    Options.InWorkers = InWorkers;
    ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &Small), 0);
    RunResult R = go();
    ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &Old), 0);
    ASSERT_EQ(R.Notes.size(), 1u) << shown(R);
    EXPECT_THAT(R.Notes[0].Message, HasSubstr("results are not kept"));
    R.Notes.clear();
    EXPECT_EQ(shown(R), Expected);
  }
  signal(SIGXFSZ, SIG_DFL);
  EXPECT_THAT(entries(), Not(testing::Contains(HasSubstr("scratch"))));
  EXPECT_EQ(shown(go()), Expected);
  EXPECT_EQ(Analysed.size(), 3u);
}

TEST_F(CacheTest, KilledAtAnyTimeItHoldsNothingWrong) {
  Options.CacheFolder = "";
  std::string Expected = shown(go());
  Options.CacheFolder = Kept.path("cache");
  Options.InWorkers = true;
  for (unsigned Delay = 0; Delay < 40; Delay += 2) {
    pid_t Child = fork();
    if (Child == 0) {
      go();
      _exit(0);
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(Delay));
    kill(Child, SIGKILL);
    waitpid(Child, nullptr, 0);
  }
  EXPECT_EQ(shown(go()), Expected);
  EXPECT_EQ(shown(go()), Expected);
  EXPECT_THAT(Analysed, IsEmpty());
}

TEST_F(CacheTest, SeveralRunsShareIt) {
  Options.CacheFolder = "";
  std::string Expected = shown(go());
  Options.CacheFolder = Kept.path("cache");
  std::vector<pid_t> Children;
  for (int I = 0; I < 4; ++I) {
    pid_t Child = fork();
    if (Child == 0) {
      for (int Turn = 0; Turn < 10; ++Turn) {
        if (shown(go()) != Expected)
          _exit(1);
        for (const std::string &Path : entries())
          if (!StringRef(Path).contains("scratch"))
            (void)sys::fs::remove(Path); // Under the others' eyes.
      }
      _exit(0);
    }
    Children.push_back(Child);
  }
  for (pid_t Child : Children) {
    int Status = 0;
    waitpid(Child, &Status, 0);
    EXPECT_TRUE(WIFEXITED(Status) && WEXITSTATUS(Status) == 0);
  }
}

TEST_F(CacheTest, ListsTheFilesOfKeptOutcomesToo) {
  RunOptions O = Options;
  O.ListsFiles = true;
  auto Ignore = [](const Unit &, size_t, size_t) {};
  for (int Turn = 0; Turn < 2; ++Turn) {
    PartialRun Part = analysePart(O, Ignore);
    ASSERT_EQ(Part.Outcomes.size(), 3u);
    EXPECT_THAT(Part.Outcomes[1].FilesRead,
                ElementsAre(Files.path("b.events")));
  }
}

TEST(Manifest, ReadsWhatItWrites) {
  FileState Content{FileAnswer::Content, {7, 8, 9, 10, true}, "0123"};
  FileState Recent{FileAnswer::Listing, {11, 0, -13, 14, false}, "ab"};
  FileState There{FileAnswer::Present, {}, "folder"};
  std::vector<FilesView> Views = {
      {"one", {{"/a b", Content}, {"/c", {}}}},
      {"two", {{"/d\te", Recent}, {"/f", There}}},
  };
  auto Read = readManifest(writeManifest(Views));
  ASSERT_TRUE(Read);
  ASSERT_EQ(Read->size(), 2u);
  for (size_t V = 0; V < 2; ++V) {
    EXPECT_EQ((*Read)[V].Outcome, Views[V].Outcome);
    ASSERT_EQ((*Read)[V].Files.size(), 2u);
    for (size_t F = 0; F < 2; ++F) {
      const AnsweredFile &A = (*Read)[V].Files[F], &B = Views[V].Files[F];
      EXPECT_EQ(A.Path, B.Path);
      EXPECT_EQ(A.State.Answer, B.State.Answer);
      EXPECT_EQ(A.State.Digest, B.State.Digest);
      EXPECT_EQ(A.State.Stamp, B.State.Stamp);
      EXPECT_EQ(A.State.Stamp.IsSettled, B.State.Stamp.IsSettled);
    }
  }
  for (const char *Bad : {"x", "=a\nz\t/x\n", "=a\nc 1 2 x\t/x\n", "a\t/x\n"})
    EXPECT_FALSE(readManifest(Bad)) << Bad;
}

TEST(FileStates, WhatChangedJustNowIsReadAgain) {
  TempFolder Folder;
  std::string Path = Folder.write("a", "one");
  FileState Young = FileStates().now(Path, FileAnswer::Content);
  EXPECT_FALSE(Young.Stamp.IsSettled);
  // A stamp that says nothing: the content must be looked at.
  FileState Stale = Young;
  Stale.Digest = "stale";
  EXPECT_EQ(FileStates().now(Path, FileAnswer::Content, &Stale).Digest,
            Young.Digest);
  Stale.Stamp.IsSettled = true;
  EXPECT_EQ(FileStates().now(Path, FileAnswer::Content, &Stale).Digest,
            "stale");
}

TEST(FileStates, AFileThatChangesWhileItIsReadIsRefused) {
  TempFolder Folder;
  std::string Path = Folder.write("a", "one");
  pass();
  int64_t Since = fileClock();
  FileStates States;
  EXPECT_TRUE(States.fresh(Path, FileAnswer::Content, Since));
  Folder.write("a", "two");
  EXPECT_FALSE(States.fresh(Path, FileAnswer::Content, Since));
  pass();
  EXPECT_TRUE(States.fresh(Path, FileAnswer::Content, fileClock()));
}

TEST(FileStates, AFolderIsItsNames) {
  TempFolder Folder;
  Folder.write("a", "");
  std::string Before =
      FileStates().now(Folder.root(), FileAnswer::Listing).Digest;
  Folder.write("a", "text");
  EXPECT_EQ(FileStates().now(Folder.root(), FileAnswer::Listing).Digest,
            Before);
  Folder.write("b", "");
  EXPECT_NE(FileStates().now(Folder.root(), FileAnswer::Listing).Digest,
            Before);
}

TEST(Store, PrunesTheOldest) {
  TempFolder Folder;
  Store S(Folder.path("store"));
  ASSERT_FALSE(S.open());
  std::string Large(3 << 20, 'x');
  ASSERT_FALSE(S.write("old", Large));
  timespec Past[2] = {{1000000000, 0}, {1000000000, 0}};
  std::string Old = S.folder() + "/llvmcache-old";
  ASSERT_EQ(utimensat(AT_FDCWD, Old.c_str(), Past, 0), 0);
  ASSERT_FALSE(S.write("new", Large));
  S.prune(4);
  EXPECT_FALSE(S.read("old"));
  EXPECT_EQ(S.read("new"), Large);
}

TEST(Store, WhatIsNoFileIsNotThere) {
  TempFolder Folder;
  Store S(Folder.path("store"));
  ASSERT_FALSE(S.open());
  ASSERT_EQ(symlink("/dev/zero", (S.folder() + "/llvmcache-device").c_str()),
            0);
  ASSERT_EQ(mkfifo((S.folder() + "/llvmcache-pipe").c_str(), 0600), 0);
  for (StringRef Name : {"device", "pipe"}) {
    EXPECT_FALSE(S.read(Name));
    ASSERT_FALSE(S.write(Name, "text"));
    EXPECT_EQ(S.read(Name), "text");
  }
}

TEST(DefaultFolder, NeedsACacheOrAHome) {
  auto With = [](const char *Cache, const char *Home) {
    Cache ? setenv("XDG_CACHE_HOME", Cache, 1) : unsetenv("XDG_CACHE_HOME");
    Home ? setenv("HOME", Home, 1) : unsetenv("HOME");
    return defaultCacheFolder();
  };
  EXPECT_EQ(With("/c", "/h"), "/c/fencepost");
  EXPECT_EQ(With(nullptr, "/h"), "/h/.cache/fencepost");
  EXPECT_EQ(With("relative", "/h"), "/h/.cache/fencepost");
  EXPECT_EQ(With(nullptr, nullptr), "");
}

} // namespace
