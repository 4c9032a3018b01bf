//===- launcher.cpp - in front of the compiler ----------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "cli/launcher.h"
#include "analyzer/report/words.h"
#include "llvm/ADT/STLExtras.h"
#include <cerrno>
#include <cstring>
#include <unistd.h>

namespace fencepost {
namespace {

/// Asks for includes, text or a plan: a compilation of the same file comes or
/// came.
bool compilesNothing(llvm::ArrayRef<std::string> Words) {
  static constexpr llvm::StringRef Modes[] = {
      "-E",       "--preprocess",
      "-M",       "--generate-dependencies",
      "-MM",      "-dryrun",
      "--dryrun", "--generate-nonsystem-dependencies",
      "-###",     "-clean",
      "-dlink",   "--device-link",
      "--version"};
  return llvm::any_of(
      Words, [](const std::string &W) { return llvm::is_contained(Modes, W); });
}

void tellPlace(const Place &P, llvm::StringRef Level) {
  llvm::errs() << printable(P.File) << ':' << P.Line << ':' << P.Column << ": "
               << Level << ": ";
}

void tellFinding(const Finding &F, bool IsError) {
  tellPlace(F.Primary, IsError                     ? "error"
                       : F.Severity == Level::Note ? "note"
                                                   : "warning");
  llvm::errs() << printable(F.Message) << " [" << F.Rule << "]\n";
  for (const Step &S : F.Steps) {
    if (S.At == F.Primary || !S.At.Line)
      continue;
    tellPlace(S.At, "note");
    llvm::errs() << printable(S.Message) << '\n';
  }
  for (const Alternative &A : F.Alternatives) {
    tellPlace(F.Primary, "note");
    llvm::errs() << "instead: " << printable(A.Text) << '\n';
  }
}

/// True if a finding counts as an error.
bool analyse(const CommandLine &Options) {
  RunResult R = run(Options.Run, [](const Unit &, size_t, size_t) {});
  bool HasError = false;
  for (const Finding &F : R.Findings) {
    bool IsError = Options.FailOn && F.Severity >= *Options.FailOn;
    HasError |= IsError;
    tellFinding(F, IsError);
  }
  if (Options.Quiet)
    return HasError;
  for (const UnitReport &U : R.Units)
    if (U.State != UnitState::Analysed)
      llvm::errs() << printable(U.File) << ": fencepost: " << word(U.State)
                   << ": " << printable(U.Reason) << '\n';
  for (const Notification &N : R.Notes)
    if (N.Class == NoticeClass::Environment || R.Units.empty())
      llvm::errs() << "fencepost: " << printable(N.Message) << '\n';
  return HasError;
}

} // namespace

int launch(const CommandLine &Options) {
  const std::vector<std::string> &Words = Options.Run.Input.Command;
  if (!compilesNothing(Words) && analyse(Options))
    return HasFindings;
  llvm::errs().flush();
  std::vector<char *> Argv;
  for (const std::string &W : Words)
    Argv.push_back(const_cast<char *>(W.c_str()));
  Argv.push_back(nullptr);
  execvp(Argv[0], Argv.data());
  llvm::errs() << "fencepost: error: cannot run '" << Words[0]
               << "': " << std::strerror(errno) << '\n';
  return errno == ENOENT ? 127 : 126;
}

} // namespace fencepost
