//===- sarif_rules.cpp - the tool's side of a SARIF log -------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// GitHub wants no empty texts, at most 1024 characters in a description, at
// most 255 in a name and at most 20 tags. No security-severity: these are
// faults of correctness, and a score would file them all as vulnerabilities.
//
//===----------------------------------------------------------------------===//
#include "analyzer/report/sarif_rules.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ErrorHandling.h"

namespace fencepost {
namespace {

constexpr size_t MaxDescription = 1024, MaxTags = 20;

/// relaxed-poll gives RelaxedPoll.
std::string pascalCase(llvm::StringRef Name) {
  std::string Out;
  for (llvm::StringRef Word : llvm::split(Name, '-'))
    if (!Word.empty())
      Out +=
          (llvm::Twine(llvm::toUpper(Word.front())) + Word.drop_front()).str();
  return Out;
}

/// Cut at a blank, so that no UTF-8 sequence is torn.
std::string shortened(llvm::StringRef Text) {
  if (Text.size() <= MaxDescription)
    return Text.str();
  size_t End = Text.rfind(' ', MaxDescription - 4);
  return Text.take_front(End == llvm::StringRef::npos ? 0 : End).str() + " ...";
}

/// One paragraph out of Markdown prose: lines joined, code marks dropped.
std::string flat(llvm::StringRef Markdown) {
  std::string Out;
  bool InCode = false;
  for (llvm::StringRef Line : llvm::split(Markdown, '\n')) {
    Line = Line.trim();
    if (Line.starts_with("```")) {
      InCode = !InCode;
      continue;
    }
    if (InCode || Line.empty())
      continue;
    if (!Out.empty())
      Out += ' ';
    for (char C : Line)
      if (C != '`')
        Out += C;
  }
  return Out;
}

llvm::StringRef problemSeverity(Level L) {
  switch (L) {
  case Level::Note:
    return "recommendation";
  case Level::Warning:
    return "warning";
  case Level::Error:
    return "error";
  }
  llvm_unreachable("level outside its set");
}

struct NoticeText {
  llvm::StringRef Id, Level, Short, Help;
};

NoticeText textOf(SarifNotice N) {
  switch (N) {
  case SarifNotice::FunctionPartly:
    return {"function-partly-analysed", "note",
            "A function was analysed in part.",
            "Part of the function could not be modelled; there may be faults "
            "that were not looked for. The message says why."};
  case SarifNotice::FunctionSkipped:
    return {"function-skipped", "note", "A function was not analysed.",
            "The function could not be modelled at all; nothing is known about "
            "it. The message says why."};
  case SarifNotice::UnitPartly:
    return {"unit-partly-analysed", "note", "An input was analysed in part.",
            "Some of the input could not be read or modelled. The message says "
            "why."};
  case SarifNotice::UnitSkipped:
    return {"unit-skipped", "warning", "An input was not analysed.",
            "Nothing of the input could be analysed. The message says why."};
  case SarifNotice::UserNotice:
    return {"input-problem", "warning", "An input has a problem.",
            "The input is at fault or not what was expected. The message names "
            "the way out."};
  case SarifNotice::EnvironmentNotice:
    return {"environment-problem", "warning",
            "Something is missing on this machine.",
            "The message names what is missing and the option that sets it."};
  case SarifNotice::InternalNotice:
    return {"internal-error", "error", "Fencepost failed.",
            "This is a fault of Fencepost. Please report it with the output of "
            "'fencepost --dump=events' for the input."};
  case SarifNotice::ResultsCut:
    return {"results-cut", "warning", "There are more results than shown.",
            "Code scanning shows at most 5000 results of a run. The most "
            "severe were kept; --format=json has them all."};
  case SarifNotice::NoticesCut:
    return {"notifications-cut", "note",
            "There are more notifications than shown.",
            "The rest was left out to keep the file small; --format=json has "
            "them all."};
  }
  llvm_unreachable("notice outside its set");
}

} // namespace

std::string sentence(llvm::StringRef Text) {
  Text = Text.trim();
  std::string Out = Text.str();
  if (Out.empty() || llvm::StringRef(".!?").contains(Out.back()))
    return Out;
  return Out + ".";
}

Json sarifRule(const RuleInfo &R) {
  std::string Title = sentence(R.Title.empty() ? R.Name : R.Title);
  std::string Finds = shortened(flat(R.section("What it finds")));
  std::string Page = R.Page.trim().str();
  Json Tags = Json::array();
  for (llvm::StringRef T : R.Tags)
    if (Tags.size() < MaxTags)
      Tags.push_back(text(T));
  return {{"id", text(R.Name)},
          {"name", pascalCase(R.Name)},
          {"shortDescription", {{"text", shortened(Title)}}},
          {"fullDescription", {{"text", Finds.empty() ? Title : Finds}}},
          {"help",
           {{"text", Page.empty() ? Title : Page},
            {"markdown", Page.empty() ? Title : Page}}},
          {"defaultConfiguration", {{"level", text(spelling(R.DefaultLevel))}}},
          {"properties",
           {{"precision", text(R.Precision.empty() ? "medium" : R.Precision)},
            {"problem.severity", text(problemSeverity(R.DefaultLevel))},
            {"kind", text(R.Kind)},
            {"tags", std::move(Tags)}}}};
}

llvm::StringRef sarifId(SarifNotice N) { return textOf(N).Id; }
llvm::StringRef sarifLevel(SarifNotice N) { return textOf(N).Level; }

Json sarifNoticeDescriptors() {
  Json All = Json::array();
  for (SarifNotice N :
       {SarifNotice::FunctionPartly, SarifNotice::FunctionSkipped,
        SarifNotice::UnitPartly, SarifNotice::UnitSkipped,
        SarifNotice::UserNotice, SarifNotice::EnvironmentNotice,
        SarifNotice::InternalNotice, SarifNotice::ResultsCut,
        SarifNotice::NoticesCut}) {
    NoticeText T = textOf(N);
    All.push_back(
        {{"id", text(T.Id)},
         {"name", pascalCase(T.Id)},
         {"shortDescription", {{"text", text(T.Short)}}},
         {"fullDescription", {{"text", text(T.Help)}}},
         {"help", {{"text", text(T.Help)}, {"markdown", text(T.Help)}}},
         {"defaultConfiguration", {{"level", text(T.Level)}}}});
  }
  return All;
}

} // namespace fencepost
