//===- html.cpp - one page with everything in it --------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One file that names no address outside itself, so that it opens from an
// archive of a build. Its policy (Content Security Policy, level 3) allows the
// page's own style and script, by their hashes, and nothing else.
//
//===----------------------------------------------------------------------===//
#include "analyzer/finding/merge.h"
#include "analyzer/report/html_parts.h"
#include "analyzer/report/words.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/Base64.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/Mustache.h"
#include "llvm/Support/SHA256.h"
#include <map>

namespace fencepost {

namespace json = llvm::json;

json::Value shown(llvm::StringRef Text) { return printable(Text); }
json::Value shown(uint64_t Number) { return std::to_string(Number); }

namespace {

/// A page with more is opened with all findings closed.
constexpr size_t MaxOpen = 10;

std::string hashOf(llvm::StringRef Text) {
  return llvm::encodeBase64(
      llvm::SHA256::hash(llvm::arrayRefFromStringRef(Text)));
}

std::string placeText(const Place &P, const PathBase &Base) {
  std::string Text = Base.path(P.File);
  if (P.Line)
    Text += ":" + std::to_string(P.Line);
  if (P.Line && P.Column)
    Text += ":" + std::to_string(P.Column);
  return Text;
}

llvm::StringRef sentenceOf(Verdict V) {
  switch (V) {
  case Verdict::ViolatesModel:
    return "the memory model allows the bad outcome";
  case Verdict::SeenOnHardware:
    return "the bad outcome was seen on hardware";
  case Verdict::Costs:
    return "correct, but dearer than it needs to be";
  }
  llvm_unreachable("verdict outside its set");
}

std::string joined(llvm::ArrayRef<std::string> Words) {
  std::string Text;
  for (const std::string &W : Words)
    Text += (Text.empty() ? "" : ", ") + W;
  return Text;
}

class Page {
public:
  Page(const ReportInput &In, const PathBase &Base) : In(In), Base(Base) {}

  json::Object data() {
    const std::vector<Finding> &All = In.Result.Findings;
    json::Object D{{"version", shown(In.Version)},
                   {"headline", headline()},
                   {"hasFindings", !All.empty()},
                   {"levels", levels()},
                   {"rules", rules()},
                   {"files", files()},
                   {"pages", pages()},
                   {"style", html_parts::css},
                   {"styleHash", hashOf(html_parts::css)},
                   {"script", html_parts::js},
                   {"scriptHash", hashOf(html_parts::js)}};
    addSuppressed(D);
    addHtmlCoverage(D, In, Base);
    return D;
  }

private:
  const ReportInput &In;
  const PathBase &Base;
  llvm::StringSet<> Ids;

  std::string headline() const {
    size_t Count = In.Result.Findings.size();
    return Count == 0   ? "nothing found"
           : Count == 1 ? "1 finding"
                        : std::to_string(Count) + " findings";
  }

  json::Array levels() const {
    json::Array Levels;
    for (Level L : {Level::Error, Level::Warning, Level::Note}) {
      uint64_t Count =
          llvm::count_if(In.Result.Findings,
                         [&](const Finding &F) { return F.Severity == L; });
      if (Count)
        Levels.push_back(json::Object{
            {"level", spelling(L)},
            {"count", shown(Count)},
            {"plural", (spelling(L) + (Count == 1 ? "" : "s")).str()}});
    }
    return Levels;
  }

  std::map<std::string, uint64_t> countsOfRules() const {
    std::map<std::string, uint64_t> Counts;
    for (const Finding &F : In.Result.Findings)
      ++Counts[F.Rule];
    return Counts;
  }

  json::Array rules() const {
    json::Array Rules;
    for (const auto &[Rule, Count] : countsOfRules())
      Rules.push_back(
          json::Object{{"rule", shown(Rule)}, {"count", shown(Count)}});
    return Rules;
  }

  json::Array pages() const {
    json::Array Pages;
    for (const auto &[Name, Count] : countsOfRules())
      if (const RuleInfo *R = In.rule(Name))
        Pages.push_back(json::Object{{"rule", shown(Name)},
                                     {"title", shown(R->Title)},
                                     {"blocks", htmlBlocks(R->Page)}});
    return Pages;
  }

  /// An address that stays the same from run to run, for links to a finding.
  std::string idOf(const Finding &F) {
    std::string Id = "f-" + printable(F.Fingerprint);
    for (unsigned N = 2; !Ids.insert(Id).second; ++N)
      Id = "f-" + printable(F.Fingerprint) + "." + std::to_string(N);
    return Id;
  }

  json::Array files() {
    std::vector<llvm::StringRef> Order;
    llvm::StringMap<json::Array> ByFile;
    for (const Finding &F : In.Result.Findings) {
      auto [It, IsNew] = ByFile.try_emplace(F.Primary.File);
      if (IsNew)
        Order.push_back(It->first());
      It->second.push_back(finding(F));
    }
    json::Array Files;
    for (llvm::StringRef File : Order) {
      json::Array &Findings = ByFile[File];
      uint64_t Count = Findings.size();
      Files.push_back(
          json::Object{{"path", shown(Base.path(File))},
                       {"anchor", "file-" + std::to_string(Files.size() + 1)},
                       {"count", shown(Count)},
                       {"findings", std::move(Findings)}});
    }
    return Files;
  }

  static std::string fixText(const Finding &F) {
    if (F.Fixes.empty())
      return "";
    bool IsSafe = llvm::any_of(F.Fixes, [](const Fix &X) { return X.Safe; });
    return IsSafe ? "fencepost --fix does this."
                  : "fencepost --fix --unsafe-fixes does this; look at what it "
                    "changes.";
  }

  json::Object finding(const Finding &F) {
    json::Array Alternatives, Assumptions, Words;
    for (const Alternative &A : F.Alternatives)
      Alternatives.push_back(printableLines(A.Text));
    for (const std::string &A : F.Assumptions)
      Assumptions.push_back(shown(A));
    for (const auto *Some : {&F.Witness.Execution, &F.Witness.Remarks})
      for (const std::string &W : *Some)
        Words.push_back(shown(W));
    const RuleInfo *Rule = In.rule(F.Rule);
    std::string Archs = joined(F.Archs), Fixes = fixText(F);
    return json::Object{
        {"id", idOf(F)},
        {"level", spelling(F.Severity)},
        {"rule", shown(F.Rule)},
        {"ruleTitle", shown(Rule ? ": " + Rule->Title.str() : "")},
        {"message", shown(F.Message)},
        {"where", shown(placeText(F.Primary, Base))},
        {"isOpen", In.Result.Findings.size() <= MaxOpen},
        {"hasFunction", !F.Function.empty()},
        {"function", shown(F.Function)},
        {"instances", shown(instancesText(F))},
        {"verdict", sentenceOf(F.Judgement)},
        {"hasArchs", !Archs.empty()},
        {"archs", shown(Archs)},
        {"threads", htmlThreads(F, In.Sources, Base)},
        {"hasAlternatives", !Alternatives.empty()},
        {"alternatives", std::move(Alternatives)},
        {"hasFixes", !Fixes.empty()},
        {"fixes", Fixes},
        {"hasWitness", !F.Witness.Litmus.empty()},
        {"witness", printableLines(F.Witness.Litmus)},
        {"witnessWords", std::move(Words)},
        {"hasAssumptions", !Assumptions.empty()},
        {"assumptions", std::move(Assumptions)}};
  }

  static std::string whySuppressed(const Finding &F) {
    switch (F.Suppressed) {
    case Suppression::None:
      return "";
    case Suppression::InSource:
      return F.SuppressionReason.empty() ? "a comment, without a reason"
                                         : "a comment: " + F.SuppressionReason;
    case Suppression::Baseline:
      return "in the baseline";
    case Suppression::Outside:
      return "outside the change";
    }
    llvm_unreachable("suppression outside its set");
  }

  void addSuppressed(json::Object &D) const {
    json::Array List;
    uint64_t Counts[4] = {};
    for (const Finding &F : In.Result.Suppressed) {
      ++Counts[static_cast<size_t>(F.Suppressed)];
      List.push_back(json::Object{{"where", shown(placeText(F.Primary, Base))},
                                  {"rule", shown(F.Rule)},
                                  {"message", shown(F.Message)},
                                  {"why", shown(whySuppressed(F))}});
    }
    std::string Why;
    for (auto [S, Words] :
         {std::pair(Suppression::InSource, " by comments"),
          std::pair(Suppression::Baseline, " in the baseline"),
          std::pair(Suppression::Outside, " outside the change")})
      if (uint64_t Count = Counts[static_cast<size_t>(S)])
        Why += (Why.empty() ? "" : ", ") + std::to_string(Count) + Words;
    D["hasSuppressed"] = !List.empty();
    D["suppressedCount"] = shown(List.size());
    D["suppressedWhy"] = Why + ".";
    D["suppressed"] = std::move(List);
  }
};

} // namespace

void renderHtml(const ReportInput &In, const PathBase &Base,
                llvm::raw_ostream &OS) {
  llvm::BumpPtrAllocator Allocator;
  llvm::StringSaver Saver(Allocator);
  llvm::mustache::MustacheContext Context(Allocator, Saver);
  llvm::mustache::Template Template(html_parts::mustache, Context);
  Template.render(Page(In, Base).data(), OS);
}

} // namespace fencepost
