//===- driver_test.cpp - runs from end to end -----------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "analyzer/driver/command_text.h"
#include "analyzer/driver/driver.h"
#include "analyzer/driver/excerpt.h"
#include "analyzer/driver/rule_globs.h"
#include "analyzer/driver/wire.h"
#include "analyzer/finding/source_text.h"
#include "analyzer/input/temp_folder.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace fencepost;
using namespace llvm;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

namespace {

const char *const Poll = R"(module "a.cu" layer=events arch=sm_90
kernel @consume(ptr %flag, ptr %data) {
entry:
  jump poll
poll:
  %v = load.relaxed.gpu.global.b32 [%flag] obj="*flag"
  %d = ne %v, 0
  br %d, after, poll
after:
  load.weak.global.f32 [%data]
  ret
}
)";

void noProgress(const Unit &, size_t, size_t) {}

RunOptions optionsFor(std::vector<std::string> Paths) {
  RunOptions O;
  O.Input.Paths = std::move(Paths);
  return O;
}

std::string notes(ArrayRef<Notification> Notes) {
  std::string Text;
  for (const Notification &N : Notes)
    Text += N.Message + "\n";
  return Text;
}

TEST(RuleGlobs, ClangTidyGrammar) {
  std::vector<StringRef> Names{"alias-fence", "relaxed-poll", "relaxed-ticket",
                               "weak-poll"};
  auto Pick = [&](StringRef Globs) {
    return selectRules(Globs, Names).Enabled;
  };
  EXPECT_EQ(Pick("*"), Names);
  EXPECT_THAT(Pick("-*,relaxed-*"),
              ElementsAre("relaxed-poll", "relaxed-ticket"));
  EXPECT_THAT(Pick("*,-relaxed-*"), ElementsAre("alias-fence", "weak-poll"));
  EXPECT_THAT(Pick("-relaxed-*,relaxed-poll"),
              ElementsAre("alias-fence", "relaxed-poll", "weak-poll"));
  EXPECT_THAT(Pick(" weak-poll , *-fence "),
              ElementsAre("alias-fence", "weak-poll"));
  EXPECT_THAT(Pick("*-poll"), ElementsAre("relaxed-poll", "weak-poll"));
  EXPECT_THAT(Pick("*a*e*p*"), ElementsAre("relaxed-poll"));
  EXPECT_THAT(Pick("-*"), IsEmpty());
  EXPECT_THAT(Pick(""), IsEmpty());
}

TEST(RuleGlobs, UnknownNamesAreTold) {
  std::vector<StringRef> Names{"relaxed-poll", "weak-poll"};
  RuleSelection S = selectRules("-*,relaxd-poll", Names);
  ASSERT_EQ(S.Notes.size(), 1u);
  EXPECT_THAT(S.Notes[0].Message, HasSubstr("did you mean 'relaxed-poll'?"));
  S = selectRules("xyzzy", Names);
  ASSERT_EQ(S.Notes.size(), 1u);
  EXPECT_THAT(S.Notes[0].Message, HasSubstr("'fencepost rules'"));
  EXPECT_THAT(selectRules("-*,weak-*", Names).Notes, IsEmpty());
}

TEST(Wire, OutcomesTravelUnchanged) {
  UnitOutcome O;
  O.Report.File = "caf\xe9.cu"; // Latin-1: no UTF-8.
  O.Report.State = UnitState::Partly;
  O.Report.WasNamed = false;
  O.Functions.push_back({"key", "k<int>", "a.cu", Coverage::Skipped, "asm"});
  O.Notes.push_back({NoticeClass::Environment, "no toolkit", "a.cu", 7});
  Finding F;
  F.Rule = "relaxed-poll";
  F.Severity = Level::Error;
  F.Judgement = Verdict::SeenOnHardware;
  F.Primary = {"/a.cu", 1, 2, 3, 4};
  F.Steps.push_back({Role::Poll, {"/b.cu", 5, 6, 7, 8}, "read 'flag'"});
  F.Assumptions = {"distinct"};
  F.Alternatives.push_back({"acquire-load", "use it"});
  F.Fixes.push_back({true, {{"/a.cu", 10, 2, "x"}}});
  F.Skeleton = "s";
  F.InSystemHeader = true;
  F.Origin = Layer::Ptx;
  F.Archs = {"sm_90a", "sm_100"};
  F.InstanceCount = 3;
  O.Findings.push_back(F);

  Expected<UnitOutcome> Read = readOutcome(writeOutcome(O));
  ASSERT_TRUE(bool(Read));
  EXPECT_EQ(Read->Report.File, O.Report.File);
  EXPECT_EQ(Read->Report.State, UnitState::Partly);
  EXPECT_FALSE(Read->Report.WasNamed);
  ASSERT_EQ(Read->Functions.size(), 1u);
  EXPECT_EQ(Read->Functions[0].State, Coverage::Skipped);
  EXPECT_EQ(Read->Functions[0].Reason, "asm");
  ASSERT_EQ(Read->Notes.size(), 1u);
  EXPECT_EQ(Read->Notes[0].Class, NoticeClass::Environment);
  EXPECT_EQ(Read->Notes[0].Line, 7u);
  ASSERT_EQ(Read->Findings.size(), 1u);
  const Finding &G = Read->Findings[0];
  EXPECT_EQ(G.Rule, F.Rule);
  EXPECT_EQ(G.Severity, Level::Error);
  EXPECT_EQ(G.Judgement, Verdict::SeenOnHardware);
  EXPECT_EQ(G.Primary, F.Primary);
  ASSERT_EQ(G.Steps.size(), 1u);
  EXPECT_EQ(G.Steps[0].At.Line, 5u);
  EXPECT_EQ(G.Fixes[0].Edits[0].Offset, 10u);
  EXPECT_TRUE(G.Fixes[0].Safe);
  EXPECT_TRUE(G.InSystemHeader);
  EXPECT_EQ(G.Origin, Layer::Ptx);
  EXPECT_EQ(G.Archs, F.Archs);
  EXPECT_EQ(G.InstanceCount, 3u);

  auto IsRefused = [](StringRef Bad) {
    Expected<UnitOutcome> None = readOutcome(Bad);
    bool Refused = !None;
    consumeError(None.takeError());
    return Refused;
  };
  std::string Text = writeOutcome(O);
  for (size_t Size = 0; Size < Text.size(); ++Size)
    EXPECT_TRUE(IsRefused(StringRef(Text).take_front(Size))) << Size;
  EXPECT_TRUE(IsRefused(Text + "x"));
  EXPECT_TRUE(IsRefused("[[],[],[],[]]"));
}

class Runs : public testing::TestWithParam<bool> {
protected:
  RunOptions options(std::vector<std::string> Paths) {
    RunOptions O = optionsFor(std::move(Paths));
    O.InWorkers = GetParam();
    return O;
  }
};

TEST_P(Runs, FindsARelaxedPoll) {
  TempFolder T;
  RunOptions O = options({T.write("a.events", Poll)});
  O.Lowest = Level::Note;
  std::vector<std::string> Told;
  RunResult R = run(O, [&](const Unit &U, size_t I, size_t N) {
    Told.push_back(U.File);
    EXPECT_EQ(I, 0u);
    EXPECT_EQ(N, 1u);
  });
  EXPECT_EQ(Told.size(), 1u);
  EXPECT_EQ(R.FunctionsAnalysed, 1u);
  EXPECT_FALSE(R.HasUserError);
  ASSERT_EQ(R.Units.size(), 1u);
  EXPECT_EQ(R.Units[0].State, UnitState::Analysed);
  EXPECT_EQ(R.Units[0].Arch, "sm_90");
  ASSERT_EQ(R.Findings.size(), 1u);
  EXPECT_EQ(R.Findings[0].Rule, "relaxed-poll");
  EXPECT_THAT(R.Findings[0].Archs, ElementsAre("sm_90"));
  EXPECT_FALSE(R.Findings[0].Fingerprint.empty());

  O.Rules = "*,-relaxed-poll";
  EXPECT_THAT(run(O, noProgress).Findings, IsEmpty());
}

std::string binary(StringRef Name) {
  return (StringRef(FENCEPOST_TESTDATA "/binaries/") + Name).str();
}

TEST_P(Runs, ImagesOfABinaryAreUnits) {
  RunOptions O = options({binary("poll.fatbin")});
  O.Input.Archs = {"all"};
  O.Input.Disassembler = binary("tool/nvdisasm");
  RunResult R = run(O, noProgress);
  ASSERT_EQ(R.Units.size(), 3u);
  for (const UnitReport &U : R.Units) {
    EXPECT_EQ(U.State, UnitState::Analysed) << U.Reason;
    EXPECT_EQ(U.Input, binary("poll.fatbin"));
  }
  EXPECT_EQ(R.FunctionsAnalysed, 3u);
  // The kernel waits through volatile: the place is in the PTX, and its line
  // comes with it.
  ASSERT_EQ(R.Findings.size(), 1u);
  const Finding &F = R.Findings[0];
  EXPECT_EQ(F.Rule, "relaxed-poll");
  EXPECT_EQ(F.Primary.File, binary("poll.fatbin") + ":poll.1.sm_90.ptx");
  EXPECT_TRUE(F.IsInListing);
  SourceText Sources;
  for (const Excerpt &E : R.Excerpts)
    Sources.add(E.File, E.Text);
  EXPECT_THAT(Sources.line(F.Primary.File, F.Primary.Line).value_or("").str(),
              HasSubstr("ld.volatile.global.u32"));
}

TEST_P(Runs, MachineCodeWithoutADisassemblerIsCountedAsSkipped) {
  RunOptions O = options({binary("poll.cubin"), binary("libpoll.a")});
  O.Input.Disassembler = "/no/such/tool";
  RunResult R = run(O, noProgress);
  ASSERT_EQ(R.Units.size(), 3u);
  EXPECT_EQ(R.Units[0].State, UnitState::Skipped);
  EXPECT_EQ(R.Units[1].State, UnitState::Analysed);
  EXPECT_EQ(R.Units[2].State, UnitState::Skipped);
  EXPECT_EQ(R.FunctionsAnalysed, 1u);
  ASSERT_EQ(R.Skipped.size(), 2u);
  EXPECT_EQ(R.Skipped[0].Name, "consume");
  EXPECT_THAT(R.Skipped[0].Reason, HasSubstr("/no/such/tool"));
  // Told once, not once per image.
  EXPECT_EQ(R.Notes.size(), 1u);
}

// An image of data alone is read in full: there is nothing to disassemble.
TEST_P(Runs, AnImageWithoutFunctionsNeedsNoDisassembler) {
  RunOptions O = options({binary("data.cubin")});
  O.Input.Disassembler = "/no/such/tool";
  RunResult R = run(O, noProgress);
  ASSERT_EQ(R.Units.size(), 1u);
  EXPECT_EQ(R.Units[0].State, UnitState::Analysed);
  EXPECT_THAT(R.Notes, IsEmpty());
}

TEST(Excerpts, KeepLineNumbersAndOnlyWhatIsPointedAt) {
  Finding F;
  F.Primary = {"x", 5, 1, 5, 2};
  F.Steps.push_back({Role::Access, {"other", 1, 1, 1, 1}, ""});
  EXPECT_EQ(excerptOf("a\nb\nc\nd\ne\nf\ng\nh\ni\n", "x", {F}),
            "\n\nc\nd\ne\nf\ng\n\n");
  EXPECT_EQ(excerptOf("a\nb\n", "y", {F}), "");
}

TEST_P(Runs, UnitsThatAreNotReadAreSkippedWithTheReason) {
  TempFolder T;
  RunResult R = run(options({T.write("bad.events", "kernel @k( {"),
                             T.write("s.sass", "no listing\n")}),
                    noProgress);
  ASSERT_EQ(R.Units.size(), 2u);
  for (const UnitReport &U : R.Units) {
    EXPECT_EQ(U.State, UnitState::Skipped);
    EXPECT_NE(U.Reason, "");
    EXPECT_TRUE(U.WasNamed);
  }
  EXPECT_THAT(R.Units[0].Reason, HasSubstr("bad.events"));
  EXPECT_EQ(R.FunctionsAnalysed, 0u);
}

// PTX ISA 8.7: a relaxed read in a loop is no acquire pattern by itself.
TEST_P(Runs, PtxModules) {
  TempFolder T;
  RunOptions O = options({T.write("k.ptx", R"(.version 8.0
.target sm_90
.address_size 64
.visible .entry k(.param .u64 flag, .param .u64 data, .param .u64 out)
{
  .reg .pred %p<2>;
  .reg .b32 %r<3>;
  .reg .b64 %rd<4>;
  ld.param.u64 %rd1, [flag];
  ld.param.u64 %rd2, [data];
  ld.param.u64 %rd3, [out];
$wait:
  ld.relaxed.gpu.global.u32 %r1, [%rd1];
  setp.eq.s32 %p1, %r1, 0;
  @%p1 bra $wait;
  ld.global.u32 %r2, [%rd2];
  st.global.u32 [%rd3], %r2;
  ret;
}
)")});
  RunResult R = run(O, noProgress);
  ASSERT_EQ(R.Units.size(), 1u);
  EXPECT_EQ(R.Units[0].State, UnitState::Analysed) << R.Units[0].Reason;
  EXPECT_EQ(R.Units[0].Arch, "sm_90");
  EXPECT_EQ(R.FunctionsAnalysed, 1u);
  ASSERT_EQ(R.Findings.size(), 1u);
  EXPECT_EQ(R.Findings[0].Rule, "relaxed-poll");
  EXPECT_EQ(R.Findings[0].Origin, Layer::Ptx);
  EXPECT_EQ(R.Findings[0].Primary.Line, 13u);
}

TEST_P(Runs, OneFunctionInTwoUnitsCountsOnce) {
  TempFolder T;
  std::string Text =
      std::string("module \"m\" layer=events\nfile 0 \"/h.cuh\"\n"
                  "loc #1 = 0:3:1\n") +
      "kernel @k(ptr %p) loc=#1 {\n  ret\n}\n";
  RunResult R =
      run(options({T.write("a.events", Text), T.write("b.events", Text)}),
          noProgress);
  EXPECT_EQ(R.Units.size(), 2u);
  EXPECT_EQ(R.FunctionsAnalysed, 1u) << notes(R.Notes);
}

TEST_P(Runs, UserErrors) {
  RunOptions O = options({"no-such.cu"});
  O.Rules = "-*,relaxed-pol";
  RunResult R = run(O, noProgress);
  EXPECT_TRUE(R.HasUserError);
  EXPECT_THAT(notes(R.Notes), HasSubstr("'no-such.cu' does not exist"));
  EXPECT_THAT(notes(R.Notes), HasSubstr("did you mean 'relaxed-poll'?"));
}

INSTANTIATE_TEST_SUITE_P(HereAndInWorkers, Runs, testing::Bool(),
                         [](const auto &Info) {
                           return Info.param ? "InWorkers" : "Here";
                         });

TEST(CommandText, WordsOfAShell) {
  EXPECT_EQ(shellWord("-DN=4"), "-DN=4");
  EXPECT_EQ(shellWord(""), "''");
  EXPECT_EQ(shellWord("a b"), "'a b'");
  EXPECT_EQ(shellWord("-DS=\"it's $HOME\""), "'-DS=\"it'\\''s $HOME\"'");
}

TEST(Dump, EveryStageShowsTheKernel) {
  TempFolder T;
  for (const char *Stage : {"events", "cfg", "uniformity", "order"}) {
    RunOptions O = optionsFor({T.write("a.events", Poll)});
    O.Dump = Stage;
    std::string Text;
    raw_string_ostream OS(Text);
    std::vector<Notification> Notes;
    EXPECT_TRUE(dump(O, OS, Notes));
    EXPECT_THAT(Text, HasSubstr("consume")) << Stage;
    EXPECT_THAT(Notes, IsEmpty());
  }
  RunOptions O = optionsFor({T.write("b.sass", "no listing")});
  O.Dump = "cfg";
  std::vector<Notification> Notes;
  EXPECT_FALSE(dump(O, nulls(), Notes));
  EXPECT_FALSE(Notes.empty());
  O.Dump = "evnts";
  EXPECT_FALSE(dump(O, nulls(), Notes));
}

} // namespace
