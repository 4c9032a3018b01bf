//===- html.cpp - one page with everything in it --------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// No script and no address outside the page: it opens from an archive of a
// build. Two threads stand side by side.
//
//===----------------------------------------------------------------------===//
#include "analyzer/finding/merge.h"
#include "analyzer/report/report.h"
#include "analyzer/report/snippet.h"
#include "analyzer/report/words.h"
#include "llvm/ADT/StringSet.h"

namespace fencepost {
namespace {

constexpr llvm::StringLiteral Style = R"(
:root { color-scheme: light dark; --line: #8884; --error: #c62828;
        --warning: #b35900; --note: #1565c0; }
body { font: 16px/1.5 system-ui, sans-serif; margin: 2rem auto;
       max-width: 72rem; padding: 0 1rem; }
article { border-top: 1px solid var(--line); padding: 1rem 0; }
h2 { font-size: 1.1rem; margin: 0 0 .3rem; }
.error { color: var(--error); } .warning { color: var(--warning); }
.note { color: var(--note); }
.place, .in { font: .85rem ui-monospace, monospace; opacity: .8; }
pre { font: .85rem/1.4 ui-monospace, monospace; background: #8881;
      padding: .5rem; overflow-x: auto; margin: .3rem 0; }
.threads { display: grid; gap: 1rem;
           grid-template-columns: repeat(auto-fit, minmax(22rem, 1fr)); }
.threads h3 { font-size: .9rem; margin: .5rem 0 0; }
.threads > section { min-width: 0; }
)";

std::string escaped(llvm::StringRef Text) {
  std::string Out;
  for (char C : printable(Text)) {
    if (C == '&')
      Out += "&amp;";
    else if (C == '<')
      Out += "&lt;";
    else if (C == '>')
      Out += "&gt;";
    else if (C == '"')
      Out += "&quot;";
    else
      Out += C;
  }
  return Out;
}

/// Keeps line ends, which printable() would not.
std::string escapedLines(llvm::StringRef Text) {
  std::string Out;
  while (!Text.empty()) {
    auto [Line, Rest] = Text.split('\n');
    Out += escaped(Line) + "\n";
    Text = Rest;
  }
  return Out;
}

class Page {
public:
  Page(const ReportInput &In, llvm::raw_ostream &OS) : In(In), OS(OS) {}

  void write() {
    OS << "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n"
          "<meta charset=\"utf-8\">\n<meta name=\"viewport\" "
          "content=\"width=device-width\">\n<title>Fencepost</title>\n"
          "<style>"
       << Style << "</style>\n</head>\n<body>\n<h1>Fencepost</h1>\n<p>"
       << In.Result.Findings.size()
       << (In.Result.Findings.size() == 1 ? " finding. " : " findings. ")
       << escaped(coverageLine(In.Result)) << "</p>\n";
    for (const Finding &F : In.Result.Findings)
      finding(F);
    notes();
    rulePages();
    OS << "</body>\n</html>\n";
  }

private:
  const ReportInput &In;
  llvm::raw_ostream &OS;

  void place(const Place &P) {
    OS << "<span class=\"place\">" << escaped(P.File);
    if (P.Line)
      OS << ':' << P.Line;
    OS << "</span>";
    if (std::optional<Snippet> S = snippetOf(In.Sources, P))
      OS << "<pre>" << escaped(S->Line) << '\n' << S->Marks << "</pre>";
  }

  void steps(const Finding &F) {
    OS << "<div class=\"threads\">\n";
    unsigned Number = 0;
    for (const ThreadOfSteps &T : threadsOf(F)) {
      OS << "<section><h3>" << word(T.Who)
         << (T.Who == Side::Either ? "" : " thread") << "</h3>\n<ol start=\""
         << Number + 1 << "\">\n";
      for (size_t I : T.Steps) {
        ++Number;
        OS << "<li><b>" << spelling(F.Steps[I].What)
           << "</b>: " << escaped(F.Steps[I].Message) << "<br>";
        place(F.Steps[I].At);
        OS << "</li>\n";
      }
      OS << "</ol></section>\n";
    }
    OS << "</div>\n";
  }

  template <typename RangeT, typename TextT>
  void list(llvm::StringRef Title, llvm::StringRef Tag, const RangeT &Items,
            TextT TextOf) {
    if (Items.empty())
      return;
    OS << "<p>" << Title << "</p>\n<" << Tag << ">\n";
    for (const auto &I : Items)
      OS << "<li>" << escaped(TextOf(I)) << "</li>\n";
    OS << "</" << Tag << ">\n";
  }

  void finding(const Finding &F) {
    llvm::StringRef L = spelling(F.Severity);
    OS << "<article>\n<h2><span class=\"" << L << "\">" << L
       << "</span>: " << escaped(F.Message) << " <a href=\"#" << escaped(F.Rule)
       << "\">" << escaped(F.Rule) << "</a></h2>\n";
    place(F.Primary);
    if (!F.Function.empty())
      OS << "<p class=\"in\">in '" << escaped(F.Function) << "'"
         << escaped(instancesText(F)) << "</p>\n";
    if (!F.Steps.empty())
      steps(F);
    list("Assumed:", "ul", F.Assumptions,
         [](const std::string &A) { return A; });
    list("Instead, in the order to try:", "ol", F.Alternatives,
         [](const Alternative &A) { return A.Text; });
    OS << "</article>\n";
  }

  void notes() {
    const RunResult &R = In.Result;
    auto Named = [](const NamedReason &N) { return N.Name + ": " + N.Reason; };
    list("Functions analysed partly:", "ul", R.Partly, Named);
    list("Functions skipped:", "ul", R.Skipped, Named);
    list("Notices:", "ul", R.Notes, [](const Notification &N) {
      return N.File.empty() ? N.Message : N.File + ": " + N.Message;
    });
  }

  void rulePages() {
    llvm::StringSet<> Used;
    for (const Finding &F : In.Result.Findings)
      Used.insert(F.Rule);
    for (const RuleInfo &Rule : In.Rules)
      if (Used.contains(Rule.Name))
        OS << "<article id=\"" << escaped(Rule.Name) << "\">\n<h2>"
           << escaped(Rule.Name) << ": " << escaped(Rule.Title)
           << "</h2>\n<pre style=\"white-space: pre-wrap\">"
           << escapedLines(Rule.Page.trim()) << "</pre>\n</article>\n";
  }
};

} // namespace

void renderHtml(const ReportInput &In, llvm::raw_ostream &OS) {
  Page(In, OS).write();
}

} // namespace fencepost
