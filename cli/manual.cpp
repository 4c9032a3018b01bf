//===- manual.cpp - the man page ------------------------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The macros of man(7).
//
//===----------------------------------------------------------------------===//
#include "cli/option_table.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace fencepost {
namespace {

std::string roff(llvm::StringRef Text) {
  std::string Out;
  for (char C : Text) {
    if (C == '\\')
      Out += "\\e";
    else if (C == '-')
      Out += "\\-";
    else if (Out.empty() && (C == '.' || C == '\''))
      (Out += "\\&") += C;
    else
      Out += C;
  }
  return Out;
}

void printOption(const OptionInfo &O, llvm::raw_ostream &OS) {
  OS << ".TP\n\\fB" << roff(O.flag()) << "\\fR";
  if (!O.Value.empty())
    OS << (O.Name.size() > 1 ? "=" : " ") << "\\fI" << roff(O.Value) << "\\fR";
  OS << '\n' << roff(O.Help) << '\n';
  for (const ValueInfo &V : O.Values) {
    OS << ".br\n\\fB" << roff(V.Name) << "\\fR";
    if (!V.Help.empty())
      OS << ": " << roff(V.Help);
    OS << '\n';
  }
}

/// Of another command, those that the first has not.
std::vector<OptionInfo> ownOptions(const OptionTable &Table,
                                   const CommandInfo &C) {
  std::vector<OptionInfo> Own;
  for (const OptionInfo &O : C.Options)
    if (llvm::none_of(Table.front().Options,
                      [&](const OptionInfo &S) { return S.Name == O.Name; }))
      Own.push_back(O);
  return Own;
}

} // namespace

void printManual(const OptionTable &Table, llvm::StringRef Version,
                 llvm::StringRef Examples, llvm::raw_ostream &OS) {
  OS << ".TH FENCEPOST 1 \"\" \"fencepost " << Version
     << "\" \"User Commands\"\n"
        ".SH NAME\n"
        "fencepost \\- find misuse of atomics and fences in GPU code\n"
        ".SH SYNOPSIS\n";
  for (const CommandInfo &C : Table) {
    OS << ".B fencepost " << (&C == &Table.front() ? "" : C.Name) << "\n";
    if (!C.Arguments.empty())
      OS << ".RI \"" << roff(C.Arguments) << "\"\n";
    OS << ".br\n";
  }
  OS << ".SH DESCRIPTION\n"
        "Reads CUDA C++ with inline PTX, PTX files, SASS listings and the "
        "device code in binaries; finds synchronization that the PTX memory "
        "model does not allow to work, atomics and fences that cost more than "
        "they need to, and exact tests of results that differ from run to "
        "run. It needs no GPU and runs nothing of what it reads.\n"
        ".SH COMMANDS\n";
  for (const CommandInfo &C : Table)
    OS << ".TP\n\\fB" << roff(C.Name) << "\\fR " << roff(C.Arguments) << '\n'
       << roff(C.Help) << '\n';
  OS << ".SH OPTIONS\n";
  for (const OptionInfo &O : Table.front().Options)
    printOption(O, OS);
  for (const CommandInfo &C : llvm::drop_begin(Table)) {
    std::vector<OptionInfo> Own = ownOptions(Table, C);
    if (Own.empty())
      continue;
    OS << ".SS fencepost " << roff(C.Name) << '\n';
    for (const OptionInfo &O : Own)
      printOption(O, OS);
  }
  for (llvm::StringRef Line : llvm::split(Examples.trim('\n'), '\n')) {
    if (!Line.empty() && !Line.starts_with(" "))
      OS << ".fi\n.SH " << Line.rtrim(':') << "\n.nf\n";
    else
      OS << roff(Line.starts_with("  ") ? Line.drop_front(2) : Line) << '\n';
  }
  OS << ".fi\n";
}

} // namespace fencepost
