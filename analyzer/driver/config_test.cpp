//===- config_test.cpp ----------------------------------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "analyzer/driver/config.h"
#include "analyzer/driver/configured.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace fencepost;
using llvm::StringRef;
using testing::ElementsAre;
using testing::IsEmpty;
namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

namespace {

constexpr StringRef Rules[] = {"relaxed-poll", "rmw-poll", "weak-poll",
                               "wide-scope"};

class ConfigTest : public testing::Test {
protected:
  llvm::SmallString<128> Root;
  std::vector<Notification> Faults;

  void SetUp() override {
    ASSERT_FALSE(fs::createUniqueDirectory("fencepost-config", Root));
    llvm::SmallString<128> Real;
    ASSERT_FALSE(fs::real_path(Root, Real));
    Root = Real;
  }
  void TearDown() override { fs::remove_directories(Root); }

  std::string at(StringRef Name) const {
    llvm::SmallString<128> Path(Root);
    path::append(Path, Name);
    return std::string(Path);
  }
  std::string write(StringRef Name, StringRef Text) {
    std::string Path = at(Name);
    fs::create_directories(path::parent_path(Path));
    std::error_code EC;
    llvm::raw_fd_ostream OS(Path, EC);
    OS << Text;
    return Path;
  }
  Config read(StringRef Text) {
    return readConfig(write(".fencepost.yaml", Text), Rules, Faults);
  }
  /// The faults of a text, without the folder.
  std::string faultsOf(StringRef Text) {
    Faults.clear();
    (void)read(Text);
    std::vector<std::string> Lines;
    for (const Notification &N : Faults) {
      EXPECT_EQ(N.Class, NoticeClass::User);
      StringRef Message = N.Message;
      Message.consume_front((Root + "/.fencepost.yaml:").str());
      Lines.push_back(Message.str());
    }
    return llvm::join(Lines, "\n");
  }
};

TEST_F(ConfigTest, EveryKey) {
  write("base.yaml", "rules: '-weak-poll'\n"
                     "levels: {wide-scope: error}\n"
                     "skip: [old]\nlevel: note\n");
  Config C = read("# ours\n"
                  "extends: base.yaml\n"
                  "rules: '-*,relaxed-*'\n"
                  "levels:\n  '*-poll': note\n  rmw-poll: off\n"
                  "skip:\n- third_party\n- '*.gen.cu'\n"
                  "homes:\n"
                  "- {pointer: 'peer_*', home: peer}\n"
                  "- {type: Mailbox, home: host}\n"
                  "models:\n"
                  "- call: raise_flag\n  event: store\n  order: release\n"
                  "  scope: gpu\n  address: arg0\n  operand: 1\n"
                  "arch: [sm_90, sm_100a]\n"
                  "fail-on: never\n"
                  "system-headers: true\n");
  ASSERT_THAT(Faults, IsEmpty()) << Faults.front().Message;
  EXPECT_THAT(C.Extended, ElementsAre(at("base.yaml")));
  EXPECT_EQ(C.Rules, "-*,relaxed-*");
  EXPECT_EQ(C.levelOf("wide-scope")->To, Level::Error);
  EXPECT_EQ(C.levelOf("weak-poll")->To, Level::Note);
  EXPECT_EQ(C.levelOf("rmw-poll")->To, std::nullopt); // The last one wins.
  EXPECT_EQ(C.levelOf("lost-update"), nullptr);
  ASSERT_EQ(C.Homes.size(), 2u);
  EXPECT_EQ(C.Homes[0].Pattern, "peer_*");
  EXPECT_EQ(C.Homes[0].Is, Home::Peer);
  EXPECT_FALSE(C.Homes[0].IsType);
  EXPECT_EQ(C.Homes[0].Where, ".fencepost.yaml:11");
  EXPECT_EQ(C.Homes[1].Is, Home::Host);
  EXPECT_TRUE(C.Homes[1].IsType);
  ASSERT_TRUE(C.Models);
  ASSERT_NE(C.Models->find("raise_flag", 1), nullptr);
  EXPECT_NE(C.Models->find("atomicAdd", 2), nullptr);
  EXPECT_THAT(C.Archs, ElementsAre("sm_90", "sm_100a"));
  EXPECT_EQ(C.Lowest, Level::Note);
  EXPECT_TRUE(C.FailsNever);
  EXPECT_EQ(C.SystemHeaders, true);
}

TEST_F(ConfigTest, SkippedPaths) {
  Config C = read("skip: [third_party/, '*.gen.cu', 'src/old_*', '**/b.cu']");
  for (StringRef Path :
       {"third_party/a.cu", "third_party/deep/er/a.cu", "x.gen.cu",
        "src/x.gen.cu", "src/old_1/a.cu", "b.cu", "src/b.cu"})
    EXPECT_NE(C.skips(at(Path)), nullptr) << Path.str();
  for (StringRef Path : {"third_party2/a.cu", "src/third_party/a.cu", "a.cu",
                         "src/new/a.cu", "ab.cu"})
    EXPECT_EQ(C.skips(at(Path)), nullptr) << Path.str();
  EXPECT_EQ(C.skips("/elsewhere/third_party/a.cu"), nullptr);
}

TEST_F(ConfigTest, AnEmptyFileSaysNothing) {
  for (StringRef Text : {"", "\n\n", "# comment\n---\n"}) {
    Config C = read(Text);
    EXPECT_THAT(Faults, IsEmpty());
    EXPECT_FALSE(C.Rules);
  }
}

TEST_F(ConfigTest, FaultsHaveAPlaceAndAWayOut) {
  EXPECT_EQ(faultsOf("rules: '*'\nlevls: {}\n"),
            "2:1: no key is called 'levls', did you mean 'levels'?");
  EXPECT_EQ(faultsOf("xyzzy: 3\n"),
            "1:1: no key is called 'xyzzy'; there are extends, rules, levels, "
            "skip, homes, models, encoding, arch, level, fail-on and "
            "system-headers");
  EXPECT_EQ(faultsOf("rules: relaxd-poll\n"),
            "1:8: no rule matches 'relaxd-poll'; did you mean 'relaxed-poll'?");
  EXPECT_EQ(faultsOf("levels:\n  weak-pol: note\n"),
            "2:3: no rule matches 'weak-pol', did you mean 'weak-poll'?; "
            "'fencepost rules' lists them");
  EXPECT_EQ(faultsOf("levels: {weak-poll: of}\n"),
            "1:21: 'of' is no level, did you mean 'off'?; there are error, "
            "warning, note and off");
  EXPECT_EQ(faultsOf("homes:\n- {pointer: p, home: pier}\n"),
            "2:22: 'pier' is no home, did you mean 'peer'?; there are block, "
            "cluster, gpu, peer and host");
  EXPECT_EQ(faultsOf("homes:\n- {pointr: p, home: peer}\n"),
            "2:4: no key is called 'pointr', did you mean 'pointer'?\n"
            "2:21: a home has either 'pointer' or 'type', and 'home'");
  EXPECT_EQ(faultsOf("skip: ['[a']\n").substr(0, 27),
            "1:8: '[a' is no pattern: in");
  EXPECT_EQ(faultsOf("arch: compute_90\n"),
            "1:7: 'compute_90' is no target; write it as sm_90 or sm_100a, or "
            "'all'");
  EXPECT_EQ(faultsOf("fail-on: nevr\n").substr(0, 16), "1:10: 'nevr' is ");
  // All of them at once.
  EXPECT_EQ(
      StringRef(faultsOf("rules: a-b-c\narch: x\nlevel: y\n")).count('\n'), 2u);
  // Models: as in the files that ship.
  EXPECT_EQ(faultsOf("models:\n- call: f\n  evnt: fence\n"),
            "3:3: unknown key 'evnt'");
  EXPECT_NE(faultsOf("models: 3\n"), "");
  // Not YAML, not a map.
  EXPECT_NE(faultsOf("a: [\n"), "");
  EXPECT_NE(faultsOf("- a\n- b\n"), "");
  EXPECT_NE(faultsOf("just words\n"), "");
  EXPECT_NE(faultsOf("rules: {a: b}\n"), "");
  // Neither time nor stack without bound.
  for (const char *Part : {"[", "- ", "? ", "{a: "}) {
    std::string Deep = "skip: ";
    for (int I = 0; I < 100000; ++I)
      Deep += Part;
    EXPECT_NE(faultsOf(Deep), "");
    EXPECT_NE(faultsOf(Deep.substr(6)), "");
  }
  EXPECT_NE(faultsOf(std::string(2 << 20, '#')), "");
}

TEST_F(ConfigTest, ExtendsOtherFiles) {
  EXPECT_EQ(faultsOf("\nextends: gone.yaml\n"),
            "2:10: cannot read '" + at("gone.yaml") +
                "': No such file or directory");
  write("a.yaml", "extends: b.yaml\n");
  write("b.yaml", "extends: a.yaml\n");
  Faults.clear();
  (void)readConfig(at("a.yaml"), Rules, Faults);
  ASSERT_EQ(Faults.size(), 1u);
  EXPECT_EQ(Faults[0].Message,
            at("b.yaml") + ":1:10: '" + at("a.yaml") + "' extends itself");
  // A fault of a file is told in that file; its paths are its own.
  write("sub/base.yaml", "skip: [gen]\nlevel: all\n");
  Faults.clear();
  Config C = read("extends: [sub/base.yaml]\n");
  ASSERT_EQ(Faults.size(), 1u);
  EXPECT_TRUE(
      StringRef(Faults[0].Message).starts_with(at("sub/base.yaml") + ":2:8: "));
  EXPECT_NE(C.skips(at("sub/gen/a.cu")), nullptr);
  EXPECT_EQ(C.skips(at("gen/a.cu")), nullptr);
}

TEST_F(ConfigTest, TheNearestCounts) {
  write(".fencepost.yaml", "level: note\n");
  write("deep/.fencepost.yaml", "level: error\n");
  write("deep/er/a.cu", "");
  ConfigSet Nearest({true, ""}, "", Rules);
  EXPECT_EQ(Nearest.of(at("a.cu")).Lowest, Level::Note);
  EXPECT_EQ(Nearest.of(at("deep/er/a.cu")).Lowest, Level::Error);
  EXPECT_EQ(&Nearest.of(at("b.cu")), &Nearest.of(at("a.cu")));
  EXPECT_EQ(Nearest.ofRun({at("deep/er/a.cu"), at("a.cu")}).Lowest,
            Level::Error);
  ConfigSet One({true, at(".fencepost.yaml")}, "", Rules);
  EXPECT_EQ(One.of(at("deep/er/a.cu")).Lowest, Level::Note);
  ConfigSet Off({false, ""}, "", Rules);
  EXPECT_EQ(Off.of(at("deep/er/a.cu")).Lowest, std::nullopt);
  // A build elsewhere serves sources that have no file of their own.
  ConfigSet Built({true, ""}, at("deep"), Rules);
  EXPECT_EQ(Built.of("/no/such/folder/a.cu").Lowest, Level::Error);
  EXPECT_EQ(Built.ofRun({at("a.cu")}).Lowest, Level::Error);
  EXPECT_THAT(Nearest.takeFaults(), IsEmpty());
}

TEST_F(ConfigTest, LevelsAndSkippedPathsOfFindings) {
  std::vector<Finding> Found(2);
  Found[0].Rule = "weak-poll";
  Found[0].Primary.File = at("a.cu");
  Found[1].Rule = "weak-poll";
  Found[1].Primary.File = at("third_party/b.cuh");
  std::vector<NamedReason> LeftOut;
  Config C = read("levels: {weak-poll: note}\nskip: third_party\n");
  settleFindings(C, Found, LeftOut);
  ASSERT_EQ(Found.size(), 1u);
  EXPECT_EQ(Found[0].Severity, Level::Note);
  ASSERT_EQ(LeftOut.size(), 1u);
  EXPECT_EQ(LeftOut[0].File, at("third_party/b.cuh"));
  EXPECT_EQ(LeftOut[0].Reason,
            "'skip: third_party' of '" + at(".fencepost.yaml") + "'");
}

TEST_F(ConfigTest, OneFaultIsToldOnce) {
  EXPECT_EQ(faultsOf("rules: \"x\nlevel: note\n").find("is no level"),
            std::string::npos);
  EXPECT_EQ(faultsOf("level: note\nlevel: error\n"),
            "2:1: duplicated mapping key 'level'");
  EXPECT_EQ(faultsOf("level: note\n---\nlevel: error\n"),
            "1:1: only one document is read: there are more");
  EXPECT_EQ(faultsOf("rules: '*'\n...\nlevel: note\n"),
            "1:1: only one document is read: there are more");
  EXPECT_EQ(faultsOf("%YAML 1.2\n---\nlevel: note\n...\n# the end\n"), "");
  // A tag that swallows the line: it is one of an empty document.
  EXPECT_EQ(faultsOf("!ul=ixed,*Mxed,*Mii*\"]"), "");
  EXPECT_LT(faultsOf("level: " + std::string(100000, 'x') + "\n").size(), 500u);
}

TEST_F(ConfigTest, ExtendingIsBounded) {
  for (int I = 0; I < 40; ++I)
    write("e" + std::to_string(I) + ".yaml",
          "extends: [e" + std::to_string(I + 1) + ".yaml, ./e" +
              std::to_string(I + 1) + ".yaml]\n");
  std::string Told = faultsOf("extends: e0.yaml\n");
  EXPECT_NE(Told.find("more than 16 files extend one another"),
            std::string::npos);
  EXPECT_EQ(Told.find("extends itself"), std::string::npos);
  EXPECT_NE(Told.find("more than 256 files"), std::string::npos);
  EXPECT_LT(Faults.size(), 257u);
}

TEST_F(ConfigTest, ALinkToNowhereIsNoMissingFile) {
  std::string Link = at("sub/.fencepost.yaml");
  fs::create_directories(at("sub"));
  ASSERT_FALSE(fs::create_link(at("gone.yaml"), Link));
  EXPECT_EQ(findConfig(at("sub")), Link);
  (void)readConfig(Link, Rules, Faults);
  ASSERT_EQ(Faults.size(), 1u);
  EXPECT_NE(Faults[0].Message.find("cannot read"), std::string::npos);
}

TEST_F(ConfigTest, AFolderIsNotTheStartOfAnother) {
  Config C = read("skip: ['*']\n");
  EXPECT_TRUE(C.skips(at("a.cu")));
  EXPECT_FALSE(C.skips((Root + "2/a.cu").str()));
}

} // namespace
