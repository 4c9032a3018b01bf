//===- github.cpp - GitHub workflow commands ------------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `::warning file=a.cu,line=1,col=2,title=rule::message`. Percent, CR and LF
// are escaped everywhere, colon and comma in properties as well. Columns hold
// for places on one line only. Of each level GitHub shows the first ten of a
// step.
//
//===----------------------------------------------------------------------===//
#include "analyzer/finding/merge.h"
#include "analyzer/report/report.h"
#include "analyzer/report/words.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/ErrorHandling.h"

namespace fencepost {
namespace {

constexpr size_t MaxShown = 10;

std::string escaped(llvm::StringRef S, bool IsProperty) {
  std::string Out;
  for (char C : S) {
    if (C == '%')
      Out += "%25";
    else if (C == '\r')
      Out += "%0D";
    else if (C == '\n')
      Out += "%0A";
    else if (IsProperty && C == ':')
      Out += "%3A";
    else if (IsProperty && C == ',')
      Out += "%2C";
    else
      Out += C;
  }
  return Out;
}

llvm::StringRef command(Level L) {
  switch (L) {
  case Level::Note:
    return "notice";
  case Level::Warning:
    return "warning";
  case Level::Error:
    return "error";
  }
  llvm_unreachable("level outside its set");
}

} // namespace

void renderGithub(const ReportInput &In, const PathBase &Base,
                  llvm::raw_ostream &OS) {
  size_t Counts[3] = {};
  for (const Finding &F : In.Result.Findings) {
    ++Counts[static_cast<size_t>(F.Severity)];
    const Place &P = F.Primary;
    OS << "::" << command(F.Severity)
       << " file=" << escaped(printable(Base.path(P.File)), true);
    uint32_t EndLine = std::max(P.EndLine, P.Line);
    if (P.Line)
      OS << ",line=" << P.Line << ",endLine=" << EndLine;
    if (P.Line && P.Column && EndLine == P.Line) {
      OS << ",col=" << P.Column;
      if (P.EndColumn > P.Column)
        OS << ",endColumn=" << P.EndColumn;
    }
    std::string Message = printable(F.Message + instancesText(F));
    for (const Alternative &A : F.Alternatives)
      Message += "\n- " + printableLines(A.Text);
    OS << ",title=" << escaped(F.Rule, true) << "::" << escaped(Message, false)
       << '\n';
  }
  if (llvm::any_of(Counts, [](size_t N) { return N > MaxShown; }))
    OS << "GitHub shows " << MaxShown << " annotations of each level: all "
       << In.Result.Findings.size() << " findings are above\n";
}

} // namespace fencepost
