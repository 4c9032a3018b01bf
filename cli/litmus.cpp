//===- litmus.cpp - fencepost litmus --------------------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads programs for the memory model and prints what it says about them:
// analyzer/memory_model/LITMUS.md.
//
//===----------------------------------------------------------------------===//

#include "cli/litmus.h"
#include "analyzer/memory_model/checker.h"
#include "analyzer/report/json_text.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"

using namespace fencepost;
using namespace fencepost::memory_model;

namespace {

struct Decided {
  std::string File;
  Litmus Program;
  Decision What;

  bool differs() const {
    return (Program.Expects == Clause::Allowed &&
            What.Is == Answer::Forbidden) ||
           (Program.Expects == Clause::Forbidden && What.Is == Answer::Allowed);
  }
};

llvm::StringRef spelling(Clause C) {
  switch (C) {
  case Clause::Asks:
    return "exists";
  case Clause::Allowed:
    return "allowed";
  case Clause::Forbidden:
    return "forbidden";
  }
  return "";
}

llvm::StringRef spelling(Answer A) {
  switch (A) {
  case Answer::Allowed:
    return "allowed";
  case Answer::Forbidden:
    return "forbidden";
  case Answer::OutOfBudget:
    return "undecided";
  }
  return "";
}

std::string outcomeOf(const Litmus &L) {
  std::string Text;
  for (const Equation &E : L.Outcome) {
    Text += Text.empty() ? "" : " && ";
    Text += E.Thread ? L.Threads[*E.Thread].Name + ":" + E.Register
                     : L.Locations[E.Location];
    Text += " == " + std::to_string(E.Value);
  }
  return Text;
}

void print(const Decided &D, llvm::raw_ostream &OS) {
  OS << D.File << ": " << spelling(D.What.Is);
  if (D.differs())
    OS << ", but the clause says " << spelling(D.Program.Expects);
  else if (D.Program.Expects != Clause::Asks &&
           D.What.Is != Answer::OutOfBudget)
    OS << ", as the clause says";
  OS << "\n  outcome: " << outcomeOf(D.Program) << '\n';
  switch (D.What.Is) {
  case Answer::Allowed:
    OS << "  an execution that shows it:\n";
    for (const std::string &Line : D.What.Shown.lines())
      OS << "    " << Line << '\n';
    break;
  case Answer::Forbidden:
    if (D.What.Refused.Why)
      OS << "  forbidden by: " << spelling(*D.What.Refused.Why) << '\n';
    else
      OS << "  no write gives these values\n";
    for (const std::string &Line : D.What.Refused.Lines)
      OS << "    " << Line << '\n';
    break;
  case Answer::OutOfBudget:
    OS << "  the budget of " << DefaultBudget
       << " executions ran out: leave out what the outcome does not need\n";
    break;
  }
}

Json jsonOf(const Decided &D) {
  Json Edges = Json::array(), Axioms = Json::array(), Why = Json::array();
  for (const Edge &E : D.What.Shown.Edges) {
    Json Out = {
        {"relation", text(spelling(E.Kind))}, {"from", E.From}, {"to", E.To}};
    if (E.Kind == EdgeKind::ReadsFrom)
      Out["value"] = E.Value;
    Edges.push_back(std::move(Out));
  }
  for (Axiom A : D.What.Axioms)
    Axioms.push_back(text(spelling(A)));
  for (const std::string &Line : D.What.Refused.Lines)
    Why.push_back(Line);
  return {{"file", D.File},
          {"name", D.Program.Name},
          {"clause", text(spelling(D.Program.Expects))},
          {"outcome", outcomeOf(D.Program)},
          {"verdict", text(spelling(D.What.Is))},
          {"asExpected", !D.differs()},
          {"witness", std::move(Edges)},
          {"axioms", std::move(Axioms)},
          {"explanation", std::move(Why)}};
}

int complain(const llvm::Twine &Message) {
  llvm::errs() << "fencepost: error: " << Message << '\n';
  return UserError;
}

/// The first bytes of a file or of standard input: what is longer than a
/// program can be is told by its reader, and devices without end are files too.
llvm::Expected<std::string> contentOf(const std::string &File) {
  constexpr size_t Limit = 128 * 1024;
  llvm::sys::fs::file_t Handle = llvm::sys::fs::getStdinHandle();
  if (File != "-") {
    llvm::Expected<llvm::sys::fs::file_t> Opened =
        llvm::sys::fs::openNativeFileForRead(File);
    if (!Opened)
      return Opened.takeError();
    Handle = *Opened;
  }
  std::string Text(Limit, '\0');
  size_t Size = 0;
  llvm::Error Fault = llvm::Error::success();
  while (Size < Limit) {
    llvm::Expected<size_t> Got = llvm::sys::fs::readNativeFile(
        Handle, llvm::MutableArrayRef(Text.data() + Size, Limit - Size));
    if (!Got)
      Fault = llvm::joinErrors(std::move(Fault), Got.takeError());
    if (Fault || *Got == 0)
      break;
    Size += *Got;
  }
  if (File != "-")
    (void)llvm::sys::fs::closeFile(Handle);
  if (Fault)
    return std::move(Fault);
  Text.resize(Size);
  return Text;
}

} // namespace

int fencepost::litmus(const CommandLine &Options, llvm::raw_ostream &OS) {
  int Code = Clean;
  Json All = Json::array();
  for (const std::string &File : Options.LitmusFiles) {
    llvm::Expected<std::string> Text = contentOf(File);
    if (!Text) {
      Code = complain("cannot read '" + llvm::Twine(File) +
                      "': " + llvm::toString(Text.takeError()));
      continue;
    }
    llvm::Expected<Litmus> L =
        parseLitmus(*Text, File == "-" ? "<stdin>" : File);
    if (!L) {
      Code = complain(llvm::toString(L.takeError()) +
                      "; analyzer/memory_model/LITMUS.md describes the form");
      continue;
    }
    if (L->Outcome.empty()) {
      Code = complain(llvm::Twine(File) +
                      ": nothing is asked: end the program with 'exists', "
                      "'allowed' or 'forbidden' and an outcome, as in "
                      "'forbidden (P1:r0 == 1)'");
      continue;
    }
    Decided D{File, std::move(*L), {}};
    D.What = decide(D.Program);
    Code = std::max<int>(Code, D.What.Is == Answer::OutOfBudget ? UserError
                               : D.differs()                    ? HasFindings
                                                                : Clean);
    if (Options.Output == Format::Json)
      All.push_back(jsonOf(D));
    else
      print(D, OS);
  }
  if (Options.Output == Format::Json)
    OS << dump(All, 2) << '\n';
  return Code;
}
