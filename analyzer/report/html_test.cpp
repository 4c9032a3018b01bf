//===- html_test.cpp - the HTML page as text ------------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How it behaves in a browser: testdata/report/html_test.py.
//
//===----------------------------------------------------------------------===//
#include "analyzer/report/html_parts.h"
#include "analyzer/report/sample_run.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Base64.h"
#include "llvm/Support/SHA256.h"
#include "gmock/gmock.h"

using namespace fencepost;
using testing::HasSubstr;
using testing::Not;

namespace {

std::string pageOf(const RunResult &R) {
  std::string Out;
  llvm::raw_string_ostream OS(Out);
  SourceText Sources;
  renderHtml({R, sampleRules(), Sources, "0.1.0"}, {FENCEPOST_TESTDATA, ""},
             OS);
  return Out;
}

TEST(Html, TellsTheWholeFinding) {
  std::string Page = pageOf(sampleRun(FENCEPOST_TESTDATA));
  for (const char *Text :
       {"report/sample.cu:3:10", "consumer thread", "producer thread", "<mark>",
        "the loop ends when this is set",
        "the bad outcome was seen on hardware",
        "&#39;flag&#39; and &#39;data&#39; do not overlap",
        "id=\"rule-weak-poll\"", "5 functions: 4 analysed, 1 partly",
        "Inputs skipped", "no CUDA toolkit was found"})
    EXPECT_THAT(Page, HasSubstr(Text));
  EXPECT_LT(Page.find("put &#39;__threadfence()&#39;"),
            Page.find("poll with an acquire load"));
  EXPECT_THAT(Page, Not(HasSubstr("{{")));
  EXPECT_THAT(Page, Not(HasSubstr("id=\"suppressed\"")));
}

TEST(Html, NamesNoAddressOutside) {
  std::string Page = pageOf(sampleRun(FENCEPOST_TESTDATA));
  for (const char *Text :
       {"://", "src=", "url(", "@import", "<link", "<iframe"})
    EXPECT_THAT(Page, Not(HasSubstr(Text)));
  EXPECT_EQ(llvm::StringRef(Page).count(" href="),
            llvm::StringRef(Page).count(" href=\"#"));
}

TEST(Html, PolicyAllowsItsOwnScriptAndStyleAlone) {
  std::string Page = pageOf(sampleRun(FENCEPOST_TESTDATA));
  auto Inside = [&](llvm::StringRef Tag) {
    llvm::StringRef Text(Page);
    Text = Text.split(("<" + Tag + ">").str()).second;
    Text = Text.split(("</" + Tag + ">").str()).first;
    return llvm::encodeBase64(
        llvm::SHA256::hash(llvm::arrayRefFromStringRef(Text)));
  };
  EXPECT_THAT(Page, HasSubstr("default-src 'none'; script-src 'sha256-" +
                              Inside("script") + "'; style-src 'sha256-" +
                              Inside("style") + "'"));
}

TEST(Html, NoTextBreaksOut) {
  llvm::StringRef Plain = "<img", Bidi = "\xE2\x80\xAE";
  std::string Page = pageOf(hostileRun(FENCEPOST_TESTDATA));
  EXPECT_THAT(Page, Not(HasSubstr(Plain.str())));
  EXPECT_THAT(Page, Not(HasSubstr(Bidi.str())));
  EXPECT_THAT(Page, Not(HasSubstr("\xFF")));
  EXPECT_EQ(llvm::StringRef(Page).count("</script>"), 1u);
  EXPECT_EQ(llvm::StringRef(Page).count("</style>"), 1u);
  EXPECT_THAT(Page, HasSubstr("&lt;img src=x onerror=alert(1)&gt;&quot;&#39;"));
}

TEST(Html, SuppressedAreListedAndDoNotCount) {
  std::string Page = pageOf(hostileRun(FENCEPOST_TESTDATA));
  EXPECT_THAT(Page, HasSubstr("<title>Fencepost: 3 findings</title>"));
  EXPECT_THAT(Page, HasSubstr("1 by comments, 1 in the baseline, 1 outside the "
                              "change."));
}

TEST(Html, AWitnessIsShownWithItsWords) {
  RunResult R = sampleRun(FENCEPOST_TESTDATA);
  EXPECT_THAT(pageOf(R), Not(HasSubstr("class=\"witness\"")));
  R.Findings[0].Witness.Litmus = "P @cta0:\n  st.weak [a], 1;\n";
  R.Findings[0].Witness.Execution = {"P stores <1>"};
  std::string Page = pageOf(R);
  EXPECT_THAT(Page, HasSubstr("<pre>P @cta0:\n  st.weak [a], 1;\n</pre>"));
  EXPECT_THAT(Page, HasSubstr("<li>P stores &lt;1&gt;</li>"));
}

TEST(Html, IdsAreUnique) {
  RunResult R = sampleRun(FENCEPOST_TESTDATA);
  R.Findings.push_back(R.Findings[0]);
  std::string Page = pageOf(R);
  EXPECT_THAT(Page, HasSubstr("id=\"f-0123456789abcdef0123456789abcdef:1\""));
  EXPECT_THAT(Page, HasSubstr("id=\"f-0123456789abcdef0123456789abcdef:1.2\""));
}

TEST(Html, NothingFoundIsSaid) {
  std::string Page = pageOf({});
  EXPECT_THAT(Page, HasSubstr("Nothing was found in what was analysed."));
  EXPECT_THAT(Page, HasSubstr("0 functions: 0 analysed"));
}

TEST(HtmlMarkdown, BlocksOfARulePage) {
  llvm::json::Value Blocks = htmlBlocks("## Head\n\none `a b`\ntwo\n- x\n  y\n"
                                        "- z\n\n1. n\n\n| a | `b` |\n|---|---|"
                                        "\n| c | d |\n\n```cuda ok\n# <i>\n");
  auto Want = llvm::json::parse(R"([
    {"heading": "Head"},
    {"isText": [["one ", false], ["a b", true], [" two", false]]},
    {"isBullets": ["x y", "z"]}, {"isNumbers": ["n"]},
    {"isTable": [["a", "b"], ["c", "d"]]},
    {"isListing": ["cuda: not reported", "# <i>\n"]}])");
  ASSERT_TRUE(bool(Want));
  auto TextOf = [](const llvm::json::Value &Spans) {
    std::string Text;
    for (const llvm::json::Value &S : *Spans.getAsArray())
      Text += S.getAsObject()->getString("text")->str();
    return Text;
  };
  llvm::json::Array Got;
  for (const llvm::json::Value &B : *Blocks.getAsArray()) {
    const llvm::json::Object &O = *B.getAsObject();
    auto Is = [&](const char *Kind) { return O.getBoolean(Kind) == true; };
    llvm::json::Array Parts;
    if (auto Heading = O.getString("heading")) {
      Got.push_back(llvm::json::Object{{"heading", *Heading}});
    } else if (Is("isText")) {
      for (const llvm::json::Value &S : *O.getArray("spans"))
        Parts.push_back(
            llvm::json::Array{*S.getAsObject()->getString("text"),
                              *S.getAsObject()->getBoolean("isCode")});
      Got.push_back(llvm::json::Object{{"isText", std::move(Parts)}});
    } else if (Is("isListing")) {
      Got.push_back(llvm::json::Object{
          {"isListing", llvm::json::Array{*O.getString("caption"),
                                          *O.getString("listing")}}});
    } else if (Is("isTable")) {
      for (const llvm::json::Value &Row : *O.getArray("items")) {
        llvm::json::Array Cells;
        for (const llvm::json::Value &C : *Row.getAsObject()->getArray("cells"))
          Cells.push_back(TextOf(*C.getAsObject()->get("spans")));
        Parts.push_back(std::move(Cells));
      }
      Got.push_back(llvm::json::Object{{"isTable", std::move(Parts)}});
    } else {
      for (const llvm::json::Value &Item : *O.getArray("items"))
        Parts.push_back(TextOf(*Item.getAsObject()->get("spans")));
      Got.push_back(llvm::json::Object{
          {Is("isBullets") ? "isBullets" : "isNumbers", std::move(Parts)}});
    }
  }
  EXPECT_EQ(llvm::json::Value(std::move(Got)), *Want);
}

} // namespace
