//===- explain_finding.cpp - one finding, with its witness ----------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "cli/explain_finding.h"
#include "analyzer/memory_model/checker.h"
#include "analyzer/report/words.h"
#include "rules/catalogue.h"
#include "llvm/ADT/StringExtras.h"

namespace fencepost {
namespace {

constexpr size_t MaxListed = 10;

/// `halo.cu:25` means `/src/halo.cu`, line 25.
bool standsAt(const Finding &F, llvm::StringRef Which) {
  auto [File, Line] = Which.rsplit(':');
  unsigned Number = 0;
  llvm::StringRef Path = F.Primary.File;
  if (File.empty() || Line.getAsInteger(10, Number) ||
      Number != F.Primary.Line || !Path.consume_back(File))
    return false;
  return Path.empty() || Path.ends_with("/") || File.starts_with("/");
}

void indented(llvm::StringRef Text, unsigned Indent, llvm::raw_ostream &OS) {
  for (llvm::StringRef Line : llvm::split(Text.rtrim('\n'), '\n'))
    OS.indent(Indent) << printable(Line.str()) << '\n';
}

/// The program on the page that shows the repair; empty: there is none.
llvm::StringRef repairedProgram(const RuleInfo &R) {
  llvm::StringRef Fence = "```litmus forbidden\n";
  size_t Begin = R.Page.find(Fence);
  if (Begin == llvm::StringRef::npos)
    return {};
  llvm::StringRef Rest = R.Page.drop_front(Begin + Fence.size());
  return Rest.take_front(Rest.find("```"));
}

void printRepair(const Finding &F, llvm::raw_ostream &OS) {
  const RuleInfo *R = findRule(F.Rule);
  llvm::StringRef Text = R ? repairedProgram(*R) : "";
  if (Text.empty())
    return;
  llvm::Expected<memory_model::Litmus> L = memory_model::parseLitmus(Text);
  if (!L)
    return llvm::consumeError(L.takeError());
  memory_model::Decision D = memory_model::decide(*L);
  if (D.Is != memory_model::Answer::Forbidden || !D.Refused.Why)
    return;
  OS << "  repaired as 'fencepost explain " << F.Rule
     << "' shows, the outcome is forbidden (axiom "
     << memory_model::spelling(*D.Refused.Why) << "):\n";
  indented(Text, 4, OS);
  for (const std::string &Line : D.Refused.Lines)
    OS << "    - " << printable(Line) << '\n';
}

} // namespace

llvm::Error keepFinding(RunResult &R, llvm::StringRef Which) {
  std::vector<Finding> Meant;
  for (std::vector<Finding> *Each : {&R.Findings, &R.Suppressed})
    for (const Finding &F : *Each)
      if (F.Fingerprint == Which) {
        Meant = {F};
        break;
      } else if (llvm::StringRef(F.Fingerprint).starts_with(Which) ||
                 standsAt(F, Which)) {
        Meant.push_back(F);
      }
  auto Fail = [](const llvm::Twine &Why) {
    return llvm::createStringError(llvm::inconvertibleErrorCode(), Why);
  };
  if (Meant.size() == 1) {
    R.Findings = std::move(Meant);
    R.Suppressed.clear();
    return llvm::Error::success();
  }
  bool IsNone = Meant.empty();
  std::string Message =
      IsNone ? "no finding has a fingerprint that starts with '" + Which.str() +
                   "', or stands at such a FILE:LINE"
             : "'" + Which.str() + "' means " + std::to_string(Meant.size()) +
                   " findings";
  const std::vector<Finding> &Listed = IsNone ? R.Findings : Meant;
  if (Listed.empty())
    return Fail(Message + ": there are none (--level=note lists notes too)");
  Message += IsNone ? "; there are:" : "; name one by its fingerprint:";
  for (const Finding &F : llvm::ArrayRef(Listed).take_front(MaxListed))
    Message += "\n  " + F.Fingerprint + "  " + printable(F.Primary.File) + ":" +
               std::to_string(F.Primary.Line) + "  " + F.Rule;
  if (Listed.size() > MaxListed)
    Message += "\n  and " + std::to_string(Listed.size() - MaxListed) + " more";
  return Fail(Message);
}

void printWitness(const Finding &F, llvm::raw_ostream &OS) {
  OS << "  fingerprint: " << F.Fingerprint << '\n';
  if (F.Witness.Litmus.empty()) {
    OS << "  witness: none; no small program of these operations shows it\n";
    return;
  }
  OS << "  witness: the PTX memory model allows the outcome of this program, "
        "cut from the\n  operations above ('fencepost litmus' reads it):\n";
  indented(F.Witness.Litmus, 4, OS);
  for (const std::string &Remark : F.Witness.Remarks)
    OS << "  where " << printable(Remark) << '\n';
  OS << "  an execution that shows it:\n";
  for (const std::string &Line : F.Witness.Execution)
    OS << "    - " << printable(Line) << '\n';
  printRepair(F, OS);
}

} // namespace fencepost
