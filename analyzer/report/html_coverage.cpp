//===- html_coverage.cpp - what was not analysed, by reason ---------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "analyzer/report/html_parts.h"
#include "analyzer/report/words.h"
#include "llvm/ADT/STLExtras.h"
#include <map>

namespace fencepost {
namespace {

namespace json = llvm::json;

/// A longer list is closed when the page opens.
constexpr size_t MaxOpen = 12;

class ReasonList {
public:
  explicit ReasonList(llvm::StringRef Title) : Title(Title) {}

  void add(llvm::StringRef Reason, std::string Name) {
    ByReason[Reason.empty() ? "no reason given" : Reason.str()].push_back(
        std::move(Name));
    ++Count;
  }

  /// The most frequent reason first.
  void appendTo(json::Array &Lists) {
    if (!Count)
      return;
    std::vector<std::pair<std::string, std::vector<std::string>>> Order(
        ByReason.begin(), ByReason.end());
    llvm::sort(Order, [](const auto &A, const auto &B) {
      return A.second.size() != B.second.size()
                 ? A.second.size() > B.second.size()
                 : A.first < B.first;
    });
    json::Array Reasons;
    for (auto &[Reason, Names] : Order) {
      json::Array Shown;
      for (const std::string &N : Names)
        Shown.push_back(shown(N));
      Reasons.push_back(json::Object{{"reason", shown(Reason)},
                                     {"count", shown(Names.size())},
                                     {"names", std::move(Shown)}});
    }
    Lists.push_back(json::Object{{"title", Title},
                                 {"count", shown(Count)},
                                 {"isShort", Count <= MaxOpen},
                                 {"reasons", std::move(Reasons)}});
  }

private:
  llvm::StringRef Title;
  std::map<std::string, std::vector<std::string>> ByReason;
  uint64_t Count = 0;
};

json::Array reasonLists(const RunResult &R, const PathBase &Base) {
  ReasonList UnitsPartly("Inputs analysed partly"),
      UnitsSkipped("Inputs skipped"), Partly("Functions analysed partly"),
      Skipped("Functions skipped"), LeftOut("Files left out by configuration");
  for (const UnitReport &U : R.Units) {
    std::string Name = Base.path(U.File);
    if (!U.Arch.empty())
      Name += " (" + U.Arch + ")";
    if (U.State == UnitState::Partly)
      UnitsPartly.add(U.Reason, std::move(Name));
    else if (U.State == UnitState::Skipped)
      UnitsSkipped.add(U.Reason, std::move(Name));
  }
  auto AddAll = [](ReasonList &List, const std::vector<NamedReason> &From) {
    for (const NamedReason &N : From)
      List.add(N.Reason, N.Name);
  };
  AddAll(Skipped, R.Skipped);
  AddAll(Partly, R.Partly);
  AddAll(LeftOut, R.LeftOut);
  json::Array Lists;
  for (ReasonList *L :
       {&UnitsSkipped, &UnitsPartly, &Skipped, &Partly, &LeftOut})
    L->appendTo(Lists);
  return Lists;
}

} // namespace

void addHtmlCoverage(json::Object &Page, const ReportInput &In,
                     const PathBase &Base) {
  json::Array Notices;
  for (const Notification &N : In.Result.Notes) {
    std::string Text =
        N.Class == NoticeClass::Internal ? "internal error: " : "";
    if (!N.File.empty())
      Text += Base.path(N.File) + (N.Line ? ":" + std::to_string(N.Line) : "") +
              ": ";
    Notices.push_back(shown(Text + N.Message));
  }
  Page["coverage"] = shown(coverageLine(In.Result));
  Page["reasonLists"] = reasonLists(In.Result, Base);
  Page["hasNotices"] = !Notices.empty();
  Page["notices"] = std::move(Notices);
}

} // namespace fencepost
