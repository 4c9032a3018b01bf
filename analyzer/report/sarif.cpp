//===- sarif.cpp - findings as SARIF --------------------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// SARIF 2.1.0 (OASIS) in the subset that GitHub code scanning shows and other
// readers accept: one run; one location per result, the rest related; one
// code flow with one thread flow per side; flat messages; paths below
// %SRCROOT%; columns in UTF-16 code units.
//
//===----------------------------------------------------------------------===//
#include "analyzer/finding/fingerprint.h"
#include "analyzer/finding/merge.h"
#include "analyzer/report/json_text.h"
#include "analyzer/report/report.h"
#include "analyzer/report/sarif_rules.h"
#include "analyzer/report/witness.h"
#include "analyzer/report/words.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Path.h"

namespace fencepost {
namespace {

constexpr size_t MaxResults = 5000, MaxNotices = 1000, MaxFlow = 100,
                 MaxRelated = 100, MaxLinks = 8;
/// Nobody keeps a larger file in a repository; without a hash, the upload
/// computes its own.
constexpr size_t MaxHashedBytes = 16 << 20;
constexpr llvm::StringLiteral RootId = "%SRCROOT%";

class SarifWriter {
public:
  SarifWriter(const ReportInput &In, const SarifOptions &Options)
      : In(In), Options(Options) {}

  Json log();

private:
  const ReportInput &In;
  const SarifOptions &Options;
  llvm::StringMap<std::vector<std::string>> LineHashes;
  Json Notices = Json::array();
  size_t NoticesLeft = 0;

  Json artifact(llvm::StringRef File) const;
  Json region(const Place &P) const;
  Json physical(const Place &P) const;
  Json stepLocation(const Step &S) const;
  std::string lineHash(const Place &P);
  std::string message(const Finding &F) const;
  Json codeFlow(const Finding &F) const;
  Json fixes(const Finding &F) const;
  Json suppressions(const Finding &F) const;
  Json result(const Finding &F);
  Json results();
  void notice(SarifNotice What, const std::string &Text,
              llvm::StringRef File = {}, uint32_t Line = 0);
  void notices();
  std::string category() const;
};

Json SarifWriter::artifact(llvm::StringRef File) const {
  if (File == "-")
    return {{"uri", "stdin"}};
  std::string Path = Options.Base.path(File);
  if (!llvm::sys::path::is_absolute(Path))
    return {{"uri", percentEncoded(Path)}, {"uriBaseId", text(RootId)}};
  return {{"uri", "file://" + percentEncoded(Path)}};
}

/// GitHub wants all four numbers; a place without a line is the file's start.
Json SarifWriter::region(const Place &P) const {
  uint32_t Line = std::max(P.Line, 1u);
  uint32_t EndLine = P.EndLine >= Line ? P.EndLine : Line;
  llvm::StringRef Text = In.Sources.line(P.File, Line).value_or("");
  llvm::StringRef EndText = In.Sources.line(P.File, EndLine).value_or("");
  uint32_t Column = P.Line ? std::max(utf16Column(Text, P.Column), 1u) : 1;
  uint32_t EndColumn = std::max(utf16Column(EndText, P.EndColumn), 1u);
  if (EndLine == Line && EndColumn <= Column)
    EndColumn = Column + 1;
  return {{"startLine", Line},
          {"startColumn", Column},
          {"endLine", EndLine},
          {"endColumn", EndColumn}};
}

Json SarifWriter::physical(const Place &P) const {
  return {{"artifactLocation", artifact(P.File)}, {"region", region(P)}};
}

Json SarifWriter::stepLocation(const Step &S) const {
  return {{"physicalLocation", physical(S.At)},
          {"message",
           {{"text", sentence((spelling(S.What) + ": " + S.Message).str())}}}};
}

std::string SarifWriter::lineHash(const Place &P) {
  auto [It, IsNew] = LineHashes.try_emplace(P.File);
  if (IsNew)
    if (std::optional<llvm::StringRef> Text = In.Sources.text(P.File);
        Text && Text->size() <= MaxHashedBytes)
      It->second = githubLineHashes(*Text);
  uint32_t Line = std::max(P.Line, 1u);
  return Line <= It->second.size() ? It->second[Line - 1] : std::string();
}

/// Flat text. `[x](n)` links to related location n, so what merely looks like
/// a link is parted.
std::string SarifWriter::message(const Finding &F) const {
  std::string Text = F.Message + instancesText(F);
  for (size_t At = Text.find("]("); At != std::string::npos;
       At = Text.find("](", At))
    Text.insert(At + 1, " ");
  Text = sentence(Text);
  for (size_t I = 0; I < F.Steps.size() && I < MaxLinks; ++I)
    Text += (I ? ", [" : " Evidence: [") + spelling(F.Steps[I].What).str() +
            "](" + std::to_string(I + 1) + ")";
  return F.Steps.empty() ? Text : Text + ".";
}

Json SarifWriter::codeFlow(const Finding &F) const {
  Json Threads = Json::array();
  for (const ThreadOfSteps &T : threadsOf(F)) {
    Json Locations = Json::array();
    for (size_t I : T.Steps) {
      if (Locations.size() == MaxFlow)
        break;
      const Step &S = F.Steps[I];
      Locations.push_back(
          {{"location", stepLocation(S)},
           {"kinds", {text(spelling(S.What))}},
           {"importance",
            sideOf(S.What) == Side::Either ? "important" : "essential"}});
    }
    std::string Who = word(T.Who).str();
    Threads.push_back(
        {{"id", Who},
         {"message",
          {{"text",
            T.Who == Side::Either ? "Evidence." : "The " + Who + " thread."}}},
         {"locations", std::move(Locations)}});
  }
  return {{"threadFlows", std::move(Threads)}};
}

Json SarifWriter::fixes(const Finding &F) const {
  Json All = Json::array();
  for (const Fix &X : F.Fixes) {
    llvm::StringMap<Json> ByFile;
    std::vector<llvm::StringRef> Order;
    for (const Edit &E : X.Edits) {
      auto [It, IsNew] = ByFile.try_emplace(E.File, Json::array());
      if (IsNew)
        Order.push_back(It->first());
      It->second.push_back(
          {{"deletedRegion",
            {{"byteOffset", E.Offset}, {"byteLength", E.Length}}},
           {"insertedContent", {{"text", E.Text}}}});
    }
    Json Changes = Json::array();
    for (llvm::StringRef File : Order)
      Changes.push_back({{"artifactLocation", artifact(File)},
                         {"replacements", std::move(ByFile[File])}});
    if (!Changes.empty())
      All.push_back(
          {{"description",
            {{"text", X.Safe ? "Safe to apply." : "Needs a human eye."}}},
           {"artifactChanges", std::move(Changes)}});
  }
  return All;
}

/// SARIF 2.1.0, 3.35: what stands beside the code is `inSource`, what is kept
/// elsewhere `external`; 3.27.23: all results of a run have the list, or none.
Json SarifWriter::suppressions(const Finding &F) const {
  Json All = Json::array();
  if (F.Suppressed == Suppression::None)
    return All;
  Json One = {{"kind", F.Suppressed == Suppression::InSource ? "inSource"
                                                             : "external"}};
  if (!F.SuppressionReason.empty())
    One["justification"] = F.SuppressionReason;
  All.push_back(std::move(One));
  return All;
}

Json SarifWriter::result(const Finding &F) {
  Json Location = {{"physicalLocation", physical(F.Primary)}};
  if (!F.Function.empty())
    Location["logicalLocations"] = Json::array(
        {{{"fullyQualifiedName", F.Function}, {"kind", "function"}}});
  Json Alternatives = Json::array();
  for (const Alternative &A : F.Alternatives)
    Alternatives.push_back({{"name", A.Name}, {"text", A.Text}});
  Json R = {{"ruleId", F.Rule},
            {"level", text(spelling(F.Severity))},
            {"message", {{"text", message(F)}}},
            {"locations", Json::array({std::move(Location)})}};
  for (size_t I = 0; I < In.Rules.size(); ++I)
    if (In.Rules[I].Name == F.Rule)
      R["ruleIndex"] = I;
  Json Related = Json::array();
  for (size_t I = 0; I < F.Steps.size() && I < MaxRelated; ++I) {
    Json L = stepLocation(F.Steps[I]);
    L["id"] = I + 1;
    Related.push_back(std::move(L));
  }
  if (!Related.empty()) {
    R["relatedLocations"] = std::move(Related);
    R["codeFlows"] = Json::array({codeFlow(F)});
  }
  R["partialFingerprints"]["fencepost/v1"] = F.Fingerprint;
  if (std::string Hash = lineHash(F.Primary); !Hash.empty())
    R["partialFingerprints"]["primaryLocationLineHash"] = Hash;
  if (Options.IncludeSuppressed)
    R["suppressions"] = suppressions(F);
  if (Json X = fixes(F); !X.empty())
    R["fixes"] = std::move(X);
  if (!F.Kind.empty())
    R["properties"]["kind"] = F.Kind;
  addWitness(R["properties"], F.Witness);
  if (!F.Witness.Litmus.empty())
    R["message"]["markdown"] = markdownOf(message(F), F.Witness);
  Json Layers = Json::array();
  for (Layer L : F.Layers)
    Layers.push_back(text(spelling(L)));
  R["properties"].update(
      {{"verdict", text(spelling(F.Judgement))},
       {"layer", text(spelling(F.Origin))},
       {"layers", std::move(Layers)},
       {"archs", F.Archs},
       {"assumptions", F.Assumptions},
       {"alternatives", std::move(Alternatives)},
       {"instances",
        {{"count", F.InstanceCount}, {"example", F.InstanceExample}}}});
  return R;
}

/// In their order, unless there are too many: then those that are not
/// suppressed, the most severe ones first.
Json SarifWriter::results() {
  std::vector<const Finding *> Kept;
  for (const Finding &F : In.Result.Findings)
    Kept.push_back(&F);
  if (Options.IncludeSuppressed)
    for (const Finding &F : In.Result.Suppressed)
      Kept.push_back(&F);
  if (Kept.size() > MaxResults) {
    std::vector<const Finding *> BySeverity;
    for (bool IsOpen : {true, false})
      for (Level L : {Level::Error, Level::Warning, Level::Note})
        llvm::copy_if(Kept, std::back_inserter(BySeverity),
                      [&](const Finding *F) {
                        return F->Severity == L &&
                               IsOpen == (F->Suppressed == Suppression::None);
                      });
    size_t Left = BySeverity.size() - MaxResults;
    BySeverity.resize(MaxResults);
    Kept = std::move(BySeverity);
    notice(SarifNotice::ResultsCut,
           std::to_string(Left) + " results are not in this file");
  }
  Json All = Json::array();
  for (const Finding *F : Kept)
    All.push_back(result(*F));
  return All;
}

void SarifWriter::notice(SarifNotice What, const std::string &Text,
                         llvm::StringRef File, uint32_t Line) {
  if (Notices.size() >= MaxNotices && What != SarifNotice::InternalNotice &&
      What != SarifNotice::NoticesCut) {
    ++NoticesLeft;
    return;
  }
  Json N = {{"descriptor",
             {{"id", text(sarifId(What))}, {"index", static_cast<int>(What)}}},
            {"level", text(sarifLevel(What))},
            {"message", {{"text", sentence(Text)}}}};
  if (!File.empty()) {
    Json Physical = {{"artifactLocation", artifact(File)}};
    if (Line)
      Physical["region"] = {{"startLine", Line}};
    N["locations"] = Json::array({{{"physicalLocation", std::move(Physical)}}});
  }
  Notices.push_back(std::move(N));
}

void SarifWriter::notices() {
  const RunResult &R = In.Result;
  for (const Notification &N : R.Notes) {
    SarifNotice What = SarifNotice::UserNotice;
    if (N.Class == NoticeClass::Environment)
      What = SarifNotice::EnvironmentNotice;
    if (N.Class == NoticeClass::Internal)
      What = SarifNotice::InternalNotice;
    notice(What, N.Message, N.File, N.Line);
  }
  auto About = [](llvm::StringRef What, llvm::StringRef Reason) {
    return (What + (Reason.empty() ? "" : ": ") + Reason).str();
  };
  for (const UnitReport &U : R.Units)
    if (U.State != UnitState::Analysed)
      notice(U.State == UnitState::Partly ? SarifNotice::UnitPartly
                                          : SarifNotice::UnitSkipped,
             About(U.Arch.empty() ? word(U.State).str()
                                  : word(U.State).str() + " for " + U.Arch,
                   U.Reason),
             U.File);
  for (const NamedReason &P : R.Skipped)
    notice(SarifNotice::FunctionSkipped,
           About("'" + P.Name + "' was skipped", P.Reason), P.File);
  for (const NamedReason &P : R.Partly)
    notice(SarifNotice::FunctionPartly,
           About("'" + P.Name + "' was analysed partly", P.Reason), P.File);
  if (NoticesLeft)
    notice(SarifNotice::NoticesCut,
           std::to_string(NoticesLeft) + " notifications are not in this file");
}

/// Two uploads of one category replace each other, so layers keep apart.
std::string SarifWriter::category() const {
  if (!Options.Category.empty())
    return Options.Category;
  std::string Id = "fencepost/";
  const std::vector<UnitReport> &Units = In.Result.Units;
  if (!Units.empty() && llvm::all_of(Units, [&](const UnitReport &U) {
        return U.What == Units.front().What;
      }))
    Id += spelling(Units.front().What).str() + "/";
  return Id;
}

Json SarifWriter::log() {
  Json Rules = Json::array();
  for (const RuleInfo &R : In.Rules)
    Rules.push_back(sarifRule(R));
  Json Results = results();
  notices();
  std::string Version = In.Version.str();
  Json Run = {
      {"tool",
       {{"driver",
         {{"name", "fencepost"},
          {"fullName", "Fencepost " + Version},
          {"version", Version},
          {"semanticVersion", Version},
          {"rules", std::move(Rules)},
          {"notifications", sarifNoticeDescriptors()}}}}},
      {"automationDetails", {{"id", category()}}},
      {"invocations",
       Json::array({{{"executionSuccessful", Options.ExitCode < 2},
                     {"exitCode", Options.ExitCode},
                     {"toolExecutionNotifications", std::move(Notices)}}})},
      {"originalUriBaseIds",
       {{text(RootId),
         {{"uri",
           "file://" + percentEncoded(Options.Base.Root) +
               (llvm::StringRef(Options.Base.Root).ends_with("/") ? ""
                                                                  : "/")}}}}},
      {"language", "en"},
      {"columnKind", "utf16CodeUnits"},
      {"properties", {{"coverage", coverageLine(In.Result)}}},
      {"results", std::move(Results)}};
  return {{"$schema", "https://json.schemastore.org/sarif-2.1.0.json"},
          {"version", "2.1.0"},
          {"runs", Json::array({std::move(Run)})}};
}

} // namespace

void renderSarif(const ReportInput &In, const SarifOptions &Options,
                 llvm::raw_ostream &OS) {
  OS << dump(SarifWriter(In, Options).log(), -1) << '\n';
}

} // namespace fencepost
