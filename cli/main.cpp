//===- main.cpp - fencepost -----------------------------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "cli/config.h"
#include "cli/export_compdb.h"
#include "cli/launcher.h"
#include "cli/litmus.h"
#include "cli/ninja.h"
#include "cli/options.h"
#include "cli/pages.h"
#include "cli/scan.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/Signals.h"
#include <csignal>
#include <cstdlib>
#include <unistd.h>

using namespace fencepost;

namespace {

constexpr char Apology[] =
    "fencepost: internal error: the program stopped; please report it with "
    "the command and, if you can, the input\n";

/// Runs in a signal handler: nothing but write and _exit.
void leaveAfterCrash(void *) {
  (void)!write(STDERR_FILENO, Apology, sizeof(Apology) - 1);
  _exit(InternalError);
}

void leaveAfterFatalError(void *, const char *Reason, bool) {
  llvm::errs() << "fencepost: internal error: " << Reason
               << "; please report it\n";
  _exit(InternalError);
}

int runCommand(int Argc, char **Argv) {
  CommandLine Options;
  if (std::optional<int> Code = parseCommandLine(Argc, Argv, Options))
    return *Code;
  Options.Run.InWorkers = true;
  switch (Options.What) {
  case Command::Scan:
    applyConfig(Options);
    return scan(Options);
  case Command::VerifyConfig:
    return verifyConfig(Options, llvm::outs());
  case Command::Explain:
    return explain(Options, llvm::outs());
  case Command::Rules:
    return listRules(Options, llvm::outs());
  case Command::Litmus:
    return litmus(Options, llvm::outs());
  case Command::Ninja:
    return writeNinja(Options);
  case Command::ExportCompdb:
    return exportCompdb(Options);
  case Command::Launcher:
    applyConfig(Options);
    return launch(Options);
  }
  return InternalError;
}

/// A stream that cannot be written is the user's affair, and LLVM would end
/// the program over it as over a fault of ours. Runs at every exit, those of
/// --help and --version too.
void settleStreams() {
  llvm::outs().flush();
  std::error_code Code = llvm::outs().error();
  llvm::outs().clear_error();
  if (Code)
    llvm::errs() << "fencepost: error: cannot write to standard output: "
                 << Code.message() << '\n';
  llvm::errs().clear_error();
  if (Code)
    _exit(UserError);
}

} // namespace

int main(int Argc, char **Argv) {
  llvm::sys::AddSignalHandler(leaveAfterCrash, nullptr);
  // Behind LLVM's own handler: the write that met the limit says so.
  (void)std::signal(SIGXFSZ, SIG_IGN);
  llvm::install_fatal_error_handler(leaveAfterFatalError);
  (void)llvm::outs(); // Made before, so that they are still there then.
  (void)llvm::errs();
  std::atexit(settleStreams);
  return runCommand(Argc, Argv);
}
