//===- git_changes.cpp - what changed since a revision --------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "analyzer/driver/git_changes.h"

#include "analyzer/input/run_program.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"

using namespace llvm;

namespace fencepost {
namespace {

Error fault(const Twine &Message) {
  return createStringError(inconvertibleErrorCode(), Message);
}

class Git {
public:
  static Expected<Git> find(StringRef Folder) {
    auto Program = sys::findProgramByName("git");
    if (!Program)
      return fault("git was not found: --diff=FILE reads a unified diff");
    return Git(*Program, Folder);
  }

  /// Standard output of `git -C Folder Words...`.
  Expected<std::string> run(ArrayRef<StringRef> Words) const {
    SmallVector<StringRef, 16> All = {"-C", Folder};
    All.append(Words.begin(), Words.end());
    Expected<ProgramRun> Run = runProgram(Program, All);
    if (!Run)
      return Run.takeError();
    if (Run->ExitCode == 0)
      return std::move(Run->Output);
    return fault("git " + Words.front() + " failed: " + Run->Reason +
                 "; --diff=FILE reads a unified diff");
  }

private:
  std::string Program, Folder;
  Git(StringRef Program, StringRef Folder) : Program(Program), Folder(Folder) {}
};

/// Root, and the submodules in which the diff says that there are some.
std::vector<std::string> foldersWithNewFiles(StringRef Diff, StringRef Root) {
  std::vector<std::string> Out = {Root.str()};
  for (StringRef Line : split(Diff, '\n')) {
    if (!Line.consume_front("Submodule ") ||
        !Line.consume_back(" contains untracked content"))
      continue;
    SmallString<256> Path(Root);
    sys::path::append(Path, Line);
    Out.push_back(std::string(Path));
  }
  return Out;
}

Error addNewFiles(StringRef Root, Changes &To) {
  Expected<Git> G = Git::find(Root);
  if (!G)
    return G.takeError();
  Expected<std::string> New =
      G->run({"ls-files", "-z", "--others", "--exclude-standard", "--full-name",
              ":/"});
  if (!New)
    return New.takeError();
  for (StringRef File : split(StringRef(*New), '\0'))
    if (!File.empty()) {
      SmallString<256> Path(Root);
      sys::path::append(Path, File);
      To.addFile(Path);
    }
  return Error::success();
}

} // namespace

Expected<Changes> changesSince(StringRef Revision, StringRef Folder) {
  if (Revision.starts_with("-"))
    return fault("'" + Revision + "' is no revision");
  Expected<Git> G = Git::find(Folder);
  if (!G)
    return G.takeError();
  Expected<std::string> Top = G->run({"rev-parse", "--show-toplevel"});
  if (!Top)
    return Top.takeError();
  StringRef Root = StringRef(*Top).rtrim("\r\n");
  Expected<std::string> Diff =
      G->run({"diff", "-U0", "--no-color", "--no-ext-diff", "--no-textconv",
              "--no-renames", "--no-relative", "--ignore-submodules=none",
              "--submodule=diff", "--src-prefix=a/", "--dst-prefix=b/",
              Revision, "--"});
  if (!Diff)
    return Diff.takeError();
  Expected<Changes> Out = Changes::read(*Diff, Root);
  if (!Out)
    return Out.takeError();
  std::vector<std::string> Folders = foldersWithNewFiles(*Diff, Root);
  for (const std::string &In : Folders)
    if (Error E = addNewFiles(In, *Out))
      return std::move(E);
  return Out;
}

} // namespace fencepost
