//===- github.cpp - GitHub workflow commands ------------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `::warning file=a.cu,line=1,col=2,title=rule::message`. Percent, CR and LF
// are escaped everywhere, colon and comma in properties as well.
//
//===----------------------------------------------------------------------===//
#include "analyzer/finding/merge.h"
#include "analyzer/report/report.h"
#include "analyzer/report/words.h"
#include "llvm/Support/ErrorHandling.h"

namespace fencepost {
namespace {

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

void renderGithub(const ReportInput &In, const GithubOptions &Options,
                  llvm::raw_ostream &OS) {
  for (const Finding &F : In.Result.Findings) {
    const Place &P = F.Primary;
    OS << "::" << command(F.Severity)
       << " file=" << escaped(below(P.File, Options.Root), true);
    for (auto [Name, Number] :
         {std::pair("line", P.Line), std::pair("endLine", P.EndLine),
          std::pair("col", P.Column), std::pair("endColumn", P.EndColumn)})
      if (Number)
        OS << ',' << Name << '=' << Number;
    std::string Message = F.Message + instancesText(F);
    for (const Alternative &A : F.Alternatives)
      Message += "\n- " + A.Text;
    OS << ",title=" << escaped(F.Rule, true) << "::" << escaped(Message, false)
       << '\n';
  }
}

} // namespace fencepost
