//===- sarif_test.cpp - what GitHub code scanning requires ----------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "analyzer/finding/fingerprint.h"
#include "analyzer/report/json_text.h"
#include "analyzer/report/sample_run.h"
#include "gmock/gmock.h"

using namespace fencepost;
using testing::EndsWith;
using testing::HasSubstr;

namespace {

struct Sarif : testing::Test {
  RunResult R = sampleRun(FENCEPOST_TESTDATA);
  SourceText Sources;
  SarifOptions Options{{FENCEPOST_TESTDATA, ""}, "", 1};

  Json log() {
    std::string Out;
    llvm::raw_string_ostream OS(Out);
    renderSarif({R, sampleRules(), Sources, "0.1.0"}, Options, OS);
    return Json::parse(Out, nullptr, /*allow_exceptions=*/false);
  }
  Json run() { return log()["runs"][0]; }
  Json result() { return run()["results"][0]; }
};

bool isText(const Json &J) {
  return J.is_string() && !J.get<std::string>().empty();
}

TEST_F(Sarif, SuppressedResultsOnlyIfAskedFor) {
  R.Findings.push_back(R.Findings[0]);
  R.Findings.push_back(R.Findings[0]);
  R.Findings[1].Suppressed = Suppression::InSource;
  R.Findings[1].SuppressionReason = "one block only";
  R.Findings[2].Suppressed = Suppression::Baseline;
  setAsideSuppressed(R);
  ASSERT_EQ(run()["results"].size(), 1u);
  EXPECT_FALSE(result().contains("suppressions"));
  Options.IncludeSuppressed = true;
  Json All = run()["results"];
  ASSERT_EQ(All.size(), 3u);
  EXPECT_EQ(All[0]["suppressions"], Json::array());
  EXPECT_EQ(All[1]["suppressions"][0]["kind"], "inSource");
  EXPECT_EQ(All[1]["suppressions"][0]["justification"], "one block only");
  EXPECT_EQ(All[2]["suppressions"][0]["kind"], "external");
  EXPECT_FALSE(All[2]["suppressions"][0].contains("justification"));
}

TEST_F(Sarif, HeadIsThatOfOneRun) {
  Json L = log();
  EXPECT_EQ(L["version"], "2.1.0");
  EXPECT_TRUE(isText(L["$schema"]));
  EXPECT_EQ(L["runs"].size(), 1u);
  EXPECT_EQ(L["runs"][0]["tool"]["driver"]["name"], "fencepost");
  EXPECT_EQ(L["runs"][0]["automationDetails"]["id"], "fencepost/cuda/");
  EXPECT_EQ(L["runs"][0]["columnKind"], "utf16CodeUnits");
}

TEST_F(Sarif, RulesCarryEveryTextThatGithubWants) {
  Json Rules = run()["tool"]["driver"]["rules"];
  ASSERT_EQ(Rules.size(), 2u);
  for (const Json &Rule : Rules) {
    EXPECT_TRUE(isText(Rule["id"]));
    EXPECT_TRUE(isText(Rule["shortDescription"]["text"]));
    EXPECT_TRUE(isText(Rule["fullDescription"]["text"]));
    EXPECT_TRUE(isText(Rule["help"]["text"]));
    EXPECT_TRUE(isText(Rule["help"]["markdown"]));
    EXPECT_EQ(Rule["properties"]["precision"], "high");
    EXPECT_EQ(Rule["properties"]["problem.severity"], "warning");
    EXPECT_FALSE(Rule["properties"].contains("security-severity"));
  }
  EXPECT_EQ(Rules[1]["name"], "WeakPoll");
  EXPECT_EQ(Rules[1]["fullDescription"]["text"],
            "A loop that polls a weak word.");
}

TEST_F(Sarif, ResultHasOneLocationWithAFullRegion) {
  Json Result = result();
  EXPECT_EQ(Result["ruleId"], "weak-poll");
  EXPECT_EQ(Result["ruleIndex"], 1);
  EXPECT_EQ(Result["level"], "error");
  EXPECT_TRUE(isText(Result["message"]["text"]));
  EXPECT_FALSE(Result["message"].contains("id"));
  ASSERT_EQ(Result["locations"].size(), 1u);
  Json P = Result["locations"][0]["physicalLocation"];
  EXPECT_EQ(P["artifactLocation"]["uri"], "report/sample.cu");
  EXPECT_EQ(P["artifactLocation"]["uriBaseId"], "%SRCROOT%");
  EXPECT_EQ(P["region"], Json::parse(R"({"startLine": 3, "startColumn": 10,
                                         "endLine": 3, "endColumn": 22})"));
}

TEST_F(Sarif, BaseIdIsAnAbsoluteFolder) {
  std::string Uri = run()["originalUriBaseIds"]["%SRCROOT%"]["uri"];
  EXPECT_EQ(Uri.substr(0, 8), "file:///");
  EXPECT_THAT(Uri, EndsWith("/testdata/"));
}

TEST_F(Sarif, FilesOutsideTheRootAreAbsoluteAndEscaped) {
  R.Findings[0].Primary.File = "/else where/a#b.cu";
  Json A = result()["locations"][0]["physicalLocation"]["artifactLocation"];
  EXPECT_EQ(A["uri"], "file:///else%20where/a%23b.cu");
  EXPECT_FALSE(A.contains("uriBaseId"));
}

TEST_F(Sarif, ColumnsAreUtf16) {
  // `/* café 😀 */`: column 29 in bytes; é is one unit, the emoji two.
  Json Region = result()["relatedLocations"][2]["physicalLocation"]["region"];
  EXPECT_EQ(Region["startColumn"], 26);
  EXPECT_EQ(Region["endColumn"], 33);
}

TEST_F(Sarif, StepsAreRelatedLocationsAndLinked) {
  Json Result = result();
  ASSERT_EQ(Result["relatedLocations"].size(), 5u);
  for (size_t I = 0; I < 5; ++I) {
    EXPECT_EQ(Result["relatedLocations"][I]["id"], I + 1);
    EXPECT_TRUE(isText(Result["relatedLocations"][I]["message"]["text"]));
  }
  EXPECT_THAT(Result["message"]["text"].get<std::string>(),
              HasSubstr("[poll](1), [call-site](2), [consumer](3)"));
}

TEST_F(Sarif, TextThatLooksLikeALinkIsParted) {
  R.Findings[0].Message = "'table[i](x)' is read";
  EXPECT_THAT(result()["message"]["text"].get<std::string>(),
              HasSubstr("'table[i] (x)' is read"));
}

TEST_F(Sarif, OneThreadFlowPerSide) {
  Json Flows = result()["codeFlows"];
  ASSERT_EQ(Flows.size(), 1u);
  Json Threads = Flows[0]["threadFlows"];
  ASSERT_EQ(Threads.size(), 2u);
  EXPECT_EQ(Threads[0]["id"], "consumer");
  EXPECT_EQ(Threads[0]["locations"].size(), 3u);
  EXPECT_EQ(Threads[1]["id"], "producer");
  EXPECT_EQ(Threads[1]["locations"].size(), 2u);
  for (const Json &T : Threads)
    for (const Json &L : T["locations"])
      EXPECT_TRUE(isText(L["location"]["message"]["text"]));
}

TEST_F(Sarif, BothFingerprints) {
  Json P = result()["partialFingerprints"];
  EXPECT_EQ(P["fencepost/v1"], "0123456789abcdef0123456789abcdef:1");
  SourceText T;
  auto Text = T.text(FENCEPOST_TESTDATA "/report/sample.cu");
  ASSERT_TRUE(Text);
  EXPECT_EQ(P["primaryLocationLineHash"], githubLineHashes(*Text)[2]);
}

TEST_F(Sarif, CoverageAndNoticesAreNotifications) {
  Json Run = run();
  Json Notices = Run["invocations"][0]["toolExecutionNotifications"];
  Json Descriptors = Run["tool"]["driver"]["notifications"];
  std::vector<std::string> Ids;
  for (const Json &N : Notices) {
    std::string Id = N["descriptor"]["id"];
    Ids.push_back(Id);
    EXPECT_EQ(Descriptors[N["descriptor"]["index"].get<size_t>()]["id"], Id);
    EXPECT_TRUE(isText(N["message"]["text"]));
  }
  EXPECT_THAT(Ids,
              testing::ElementsAre("input-problem", "environment-problem",
                                   "internal-error", "unit-partly-analysed",
                                   "unit-skipped", "function-partly-analysed"));
  for (const Json &D : Descriptors) {
    EXPECT_TRUE(isText(D["help"]["text"]));
    EXPECT_TRUE(isText(D["fullDescription"]["text"]));
  }
}

TEST_F(Sarif, ExecutionFailedWithExitCodes2And3) {
  for (int Code : {0, 1, 2, 3}) {
    Options.ExitCode = Code;
    EXPECT_EQ(run()["invocations"][0]["executionSuccessful"], Code < 2);
  }
}

TEST_F(Sarif, AtMost5000ResultsTheSevereOnesKept) {
  Finding Note = R.Findings[0];
  Note.Severity = Level::Note;
  Note.Steps.clear();
  R.Findings.insert(R.Findings.begin(), 5002, Note);
  Json Run = run();
  ASSERT_EQ(Run["results"].size(), 5000u);
  EXPECT_EQ(Run["results"][0]["level"], "error");
  EXPECT_EQ(
      Run["invocations"][0]["toolExecutionNotifications"][0]["message"]["text"],
      "3 results are not in this file.");
}

TEST_F(Sarif, SuppressedResultsAreCutFirst) {
  Finding Error = R.Findings[0];
  R.Findings[0].Severity = Level::Note;
  R.Findings[0].Message = "open";
  Error.Suppressed = Suppression::InSource;
  R.Suppressed.assign(5000, Error);
  Options.IncludeSuppressed = true;
  Json Run = run();
  ASSERT_EQ(Run["results"].size(), 5000u);
  EXPECT_EQ(Run["results"][0]["suppressions"].size(), 0u);
}

TEST_F(Sarif, RelativePathsAreThoseOfTheWorkingDirectory) {
  Options.Base = {"/r", "/r/sub"};
  auto Uri = [&](const char *File) {
    R.Findings[0].Primary.File = File;
    return result()["locations"][0]["physicalLocation"]["artifactLocation"]
        .dump();
  };
  EXPECT_THAT(Uri("a.ptx"), HasSubstr("\"uri\":\"sub/a.ptx\",\"uriBaseId\""));
  EXPECT_THAT(Uri("../a.ptx"), HasSubstr("\"uri\":\"a.ptx\""));
  EXPECT_EQ(Uri("../../a.ptx"), "{\"uri\":\"file:///a.ptx\"}");
  EXPECT_EQ(Uri("/r/../x/a.ptx"), "{\"uri\":\"file:///x/a.ptx\"}");
}

TEST_F(Sarif, APlaceWithoutALineStillHasARegion) {
  R.Findings[0].Primary = {"/x.cu", 0, 0, 0, 0};
  Json Region = result()["locations"][0]["physicalLocation"]["region"];
  EXPECT_EQ(Region, Json::parse(R"({"startLine": 1, "startColumn": 1,
                                    "endLine": 1, "endColumn": 2})"));
}

} // namespace
