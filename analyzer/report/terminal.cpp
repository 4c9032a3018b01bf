//===- terminal.cpp - findings for a reader at a terminal -----------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "analyzer/finding/merge.h"
#include "analyzer/report/report.h"
#include "analyzer/report/snippet.h"
#include "analyzer/report/words.h"
#include "llvm/Support/ErrorHandling.h"

namespace fencepost {
namespace {

enum class Paint : uint8_t { Bold, Red, Magenta, Cyan, Green, Dim };

llvm::StringRef escape(Paint P) {
  switch (P) {
  case Paint::Bold:
    return "\x1b[1m";
  case Paint::Red:
    return "\x1b[1;31m";
  case Paint::Magenta:
    return "\x1b[1;35m";
  case Paint::Cyan:
    return "\x1b[1;36m";
  case Paint::Green:
    return "\x1b[1;32m";
  case Paint::Dim:
    return "\x1b[2m";
  }
  llvm_unreachable("paint outside its set");
}

Paint paintOf(Level L) {
  switch (L) {
  case Level::Note:
    return Paint::Cyan;
  case Level::Warning:
    return Paint::Magenta;
  case Level::Error:
    return Paint::Red;
  }
  llvm_unreachable("level outside its set");
}

class Writer {
public:
  Writer(const ReportInput &In, const TerminalOptions &Options,
         llvm::raw_ostream &OS)
      : In(In), Options(Options), OS(OS) {}

  void finding(const Finding &F);

private:
  const ReportInput &In;
  const TerminalOptions &Options;
  llvm::raw_ostream &OS;

  std::string painted(Paint P, llvm::StringRef Text) const {
    if (!Options.Color)
      return Text.str();
    return (escape(P) + Text + "\x1b[0m").str();
  }

  std::string placeText(const Place &P) const {
    std::string Text = printable(below(P.File, Options.WorkingDirectory));
    if (P.File == "-")
      Text = "<stdin>";
    if (P.Line)
      Text += ":" + std::to_string(P.Line);
    if (P.Line && P.Column)
      Text += ":" + std::to_string(P.Column);
    return Text;
  }

  void snippet(const Place &At, unsigned Indent) {
    std::optional<Snippet> S = snippetOf(In.Sources, At);
    if (!S)
      return;
    std::string Number = std::to_string(At.Line);
    size_t Width = std::max<size_t>(Number.size(), 5);
    OS.indent(Indent + Width - Number.size())
        << painted(Paint::Dim, Number + " | ") << S->Line << '\n';
    if (!S->Marks.empty())
      OS.indent(Indent + Width) << painted(Paint::Dim, " | ")
                                << painted(Paint::Green, S->Marks) << '\n';
  }

  void steps(const Finding &F);
};

void Writer::steps(const Finding &F) {
  unsigned Number = 0;
  for (const ThreadOfSteps &T : threadsOf(F)) {
    OS << "  " << word(T.Who) << (T.Who == Side::Either ? ":\n" : " thread:\n");
    for (size_t I : T.Steps) {
      const Step &S = F.Steps[I];
      OS << "    " << ++Number << ". "
         << painted(Paint::Bold, placeText(S.At) + ":") << ' '
         << painted(Paint::Cyan, (spelling(S.What) + ":").str()) << ' '
         << printable(S.Message) << '\n';
      snippet(S.At, 2);
    }
  }
}

void Writer::finding(const Finding &F) {
  OS << painted(Paint::Bold, placeText(F.Primary) + ":") << ' '
     << painted(paintOf(F.Severity), (spelling(F.Severity) + ":").str()) << ' '
     << painted(Paint::Bold, printable(F.Message)) << " [" << F.Rule << "]\n";
  snippet(F.Primary, 0);
  if (!F.Function.empty())
    OS << "  in '" << printable(F.Function) << "'"
       << printable(instancesText(F)) << '\n';
  steps(F);
  for (const std::string &A : F.Assumptions)
    OS << "  assumed: " << printable(A) << '\n';
  if (F.Alternatives.size() == 1)
    OS << "  instead: " << printable(F.Alternatives[0].Text) << '\n';
  if (F.Alternatives.size() < 2)
    return;
  OS << "  instead, in the order to try:\n";
  for (size_t I = 0; I < F.Alternatives.size(); ++I)
    OS << "    " << I + 1 << ". " << printable(F.Alternatives[I].Text) << '\n';
}

} // namespace

void renderTerminal(const ReportInput &In, const TerminalOptions &Options,
                    llvm::raw_ostream &OS) {
  Writer W(In, Options, OS);
  for (size_t I = 0; I < In.Result.Findings.size(); ++I) {
    if (I)
      OS << '\n';
    W.finding(In.Result.Findings[I]);
  }
}

} // namespace fencepost
