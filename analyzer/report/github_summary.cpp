//===- github_summary.cpp - a job summary in Markdown ---------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// GitHub takes at most 1 MiB of Markdown from a step and shows nothing of a
// longer one. Text of the user's is written so that no character of it is
// markup, neither of Markdown nor of HTML.
//
//===----------------------------------------------------------------------===//
#include "analyzer/finding/merge.h"
#include "analyzer/report/report.h"
#include "analyzer/report/words.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"

namespace fencepost {
namespace {

/// More rows than anybody reads on that page.
constexpr size_t MaxRows = 1000;
/// Kept free for what stands below the table.
constexpr size_t Reserve = 4096;

std::string plain(llvm::StringRef Text) {
  std::string Out;
  for (char C : printable(Text)) {
    if (static_cast<unsigned char>(C) >= 0x80 || llvm::isAlnum(C) ||
        llvm::StringRef(" ,.;'/()=-").contains(C))
      Out += C;
    else
      Out += "&#" + std::to_string(static_cast<unsigned char>(C)) + ";";
  }
  return Out;
}

std::string placeCell(const Place &P, const SummaryOptions &Options) {
  std::string Path = Options.Base.path(P.File);
  std::string Text = "<code>" + plain(Path);
  if (P.Line)
    Text += "&#58;" + std::to_string(P.Line);
  Text += "</code>";
  if (llvm::sys::path::is_absolute(Path) || Options.SourceUrl.empty())
    return Text;
  std::string Url = Options.SourceUrl + percentEncoded(Path);
  if (P.Line)
    Url += "#L" + std::to_string(P.Line);
  return "<a href=\"" + Url + "\">" + Text + "</a>";
}

/// `2 errors, 1 note`.
std::string countsText(const RunResult &R) {
  std::string Text;
  for (Level L : {Level::Error, Level::Warning, Level::Note}) {
    size_t Count = llvm::count_if(
        R.Findings, [&](const Finding &F) { return F.Severity == L; });
    if (Count)
      Text += (Text.empty() ? "" : ", ") + std::to_string(Count) + " " +
              spelling(L).str() + (Count == 1 ? "" : "s");
  }
  if (Text.empty())
    Text = "Nothing was found in what was analysed";
  if (!R.Suppressed.empty())
    Text += ", " + std::to_string(R.Suppressed.size()) + " suppressed";
  return Text;
}

std::string row(const Finding &F, const SummaryOptions &Options) {
  std::string Text = "| " + spelling(F.Severity).str() + " | " +
                     placeCell(F.Primary, Options) + " | " +
                     plain(F.Message + instancesText(F));
  if (!F.Alternatives.empty())
    Text += "<br>Instead: " + plain(F.Alternatives.front().Text);
  return Text + " | " + plain(F.Rule) + " |\n";
}

} // namespace

void renderGithubSummary(const ReportInput &In, const SummaryOptions &Options,
                         llvm::raw_ostream &OS) {
  const RunResult &R = In.Result;
  std::string Text = "## Fencepost\n\n" + countsText(R) + ".\n\n";
  std::string Tail = plain(coverageLine(R));
  if (Tail.size() > Reserve / 2)
    Tail = std::to_string(R.Partly.size()) + " functions analysed partly, " +
           std::to_string(R.Skipped.size()) + " skipped";
  if (Text.size() + Reserve > Options.MaxBytes)
    return; // What stands there already is kept.
  size_t Rows = 0, Left = 0;
  for (Level L : {Level::Error, Level::Warning, Level::Note})
    for (const Finding &F : R.Findings) {
      if (F.Severity != L)
        continue;
      std::string Line = row(F, Options);
      if (Left || Rows == MaxRows ||
          Text.size() + Line.size() + Reserve > Options.MaxBytes) {
        ++Left;
        continue;
      }
      if (++Rows == 1)
        Text += "| level | place | finding | rule |\n|---|---|---|---|\n";
      Text += Line;
    }
  if (Left)
    Text += "\n" + std::to_string(Left) + " more are not shown here.\n";
  OS << Text << (Rows ? "\n" : "") << Tail << ".\n\n";
}

} // namespace fencepost
