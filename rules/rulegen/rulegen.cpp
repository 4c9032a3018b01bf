//===- rulegen.cpp - builds sources from rules/ at build time -------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   rulegen WHAT OUTPUT INPUT...     WHAT: models, catalogue, names, checks
//
// OUTPUT is only written if every input is good, and only touched if it
// changed, so that nothing is rebuilt for a comment.
//
//===----------------------------------------------------------------------===//

#include "rules/rulegen/rulegen.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/ToolOutputFile.h"

using llvm::StringRef;

static bool write(StringRef Path, StringRef Text) {
  if (auto Old = llvm::MemoryBuffer::getFile(Path, /*IsText=*/true))
    if ((*Old)->getBuffer() == Text)
      return true;
  std::error_code EC;
  llvm::ToolOutputFile Out(Path, EC, llvm::sys::fs::OF_Text);
  if (EC) {
    llvm::errs() << Path << ": " << EC.message() << '\n';
    return false;
  }
  Out.os() << Text;
  Out.keep();
  return true;
}

int main(int Argc, char **Argv) {
  if (Argc < 3) {
    llvm::errs() << "usage: rulegen WHAT OUTPUT INPUT...\n";
    return 2;
  }
  StringRef What = Argv[1];
  std::vector<std::string> Inputs(Argv + 3, Argv + Argc);
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  bool Good = false;
  if (What == "models")
    Good = rulegen::emitModels(Inputs, OS);
  else if (What == "catalogue")
    Good = rulegen::emitCatalogue(Inputs, OS);
  else if (What == "names")
    Good = rulegen::emitNames(Inputs, OS);
  else if (What == "checks")
    Good = rulegen::emitChecks(Inputs, OS);
  else
    llvm::errs() << "rulegen: unknown output '" << What << "'\n";
  return Good && write(Argv[2], Text) ? 0 : 1;
}
