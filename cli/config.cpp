//===- config.cpp - the configuration and the command line ----------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "cli/config.h"
#include "analyzer/driver/configured.h"
#include "analyzer/report/words.h"
#include "cli/rule_names.h"

namespace fencepost {

void applyConfig(CommandLine &Options) {
  if (!Options.Run.Config.IsWanted)
    return;
  Config C = configOfRun(Options.Run);
  if (Options.Run.Input.Archs.empty())
    Options.Run.Input.Archs = C.Archs;
  if (!Options.Run.SystemHeaders)
    Options.Run.SystemHeaders = C.SystemHeaders.value_or(false);
  if (C.Lowest && !Options.NamesLevel)
    Options.Run.Lowest = *C.Lowest;
  if (Options.NamesFailOn)
    return;
  if (C.FailOn || C.FailsNever)
    Options.FailOn = C.FailOn;
  else
    Options.FailOn = Options.Run.Lowest;
}

static void counted(llvm::raw_ostream &OS, size_t N, llvm::StringRef What) {
  if (N)
    OS << ", " << N << ' ' << What << (N == 1 ? "" : "s");
}

int verifyConfig(const CommandLine &Options, llvm::raw_ostream &OS) {
  std::string File = Options.ConfigToVerify;
  if (File.empty())
    File = findConfig(".");
  if (File.empty()) {
    llvm::errs() << "fencepost: error: there is no .fencepost.yaml in this "
                    "folder or above: name a file\n";
    return UserError;
  }
  std::vector<Notification> Faults;
  Config C = readConfig(File, ruleNames(), Faults);
  for (const Notification &N : Faults)
    llvm::errs() << "fencepost: error: " << printable(N.Message) << '\n';
  if (!Faults.empty())
    return UserError;
  OS << printable(C.File) << ": good";
  counted(OS, C.Levels.size(), "level");
  counted(OS, C.Skip.size(), "skipped path");
  counted(OS, C.Homes.size(), "home");
  for (const std::string &Base : C.Extended)
    OS << "\n  extends " << printable(Base);
  OS << '\n';
  return Clean;
}

} // namespace fencepost
