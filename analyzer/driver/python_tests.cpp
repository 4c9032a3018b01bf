//===- python_tests.cpp - tests of extensions in Python -------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "analyzer/driver/python_tests.h"

#include "analyzer/input/plan.h"
#include "analyzer/input/run_program.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"

using namespace llvm;

namespace fencepost {

extern const char PythonScript[]; ///< python_*.py, in one text.

static constexpr size_t MaxFiles = 1000;
static constexpr size_t MaxListed = 100000;

static void addFolder(StringRef Folder, std::vector<std::string> &Out) {
  std::vector<std::string> Pending{Folder.str()};
  while (!Pending.empty() && Out.size() < MaxListed) {
    std::string Current = std::move(Pending.back());
    Pending.pop_back();
    std::error_code EC;
    sys::fs::directory_iterator It(Current, EC, /*follow_symlinks=*/false), End;
    for (; !EC && It != End; It.increment(EC)) {
      StringRef Path = It->path();
      if (It->type() == sys::fs::file_type::directory_file) {
        if (!sys::path::filename(Path).starts_with("."))
          Pending.push_back(Path.str());
      } else if (Path.ends_with(".py") && sys::fs::is_regular_file(Path)) {
        Out.push_back(Path.str());
      }
    }
  }
}

std::vector<std::string> takePythonFiles(std::vector<std::string> &Paths,
                                         std::vector<Notification> &Notes) {
  std::vector<std::string> Files, Left;
  for (const std::string &Path : Paths) {
    size_t Before = Files.size();
    if (sys::fs::is_directory(Path)) {
      addFolder(Path, Files);
      bool IsPythonAlone = false;
      if (Files.size() > Before) {
        FolderFiles Others = listFolder(Path);
        IsPythonAlone = Others.Files.empty() && Others.Binaries.empty();
      }
      if (!IsPythonAlone)
        Left.push_back(Path);
    } else if (StringRef(Path).ends_with(".py") && sys::fs::exists(Path)) {
      Files.push_back(Path);
    } else {
      Left.push_back(Path);
    }
  }
  if (!Left.empty())
    Paths = std::move(Left);
  llvm::sort(Files);
  Files.erase(llvm::unique(Files), Files.end());
  if (Files.size() > MaxFiles) {
    Notes.push_back({NoticeClass::Environment,
                     std::to_string(Files.size() - MaxFiles) +
                         " Python files were not read: a run reads " +
                         std::to_string(MaxFiles) +
                         " at most, so name the folder of the tests",
                     Files[MaxFiles], 0});
    Files.resize(MaxFiles);
  }
  return Files;
}

bool bindsForPython(StringRef Summary) {
  return Summary.contains("\nhostfn \"python:");
}

std::string pythonSummary(ArrayRef<std::string> Files,
                          std::vector<Notification> &Notes) {
  auto Unread = [&](const Twine &Why) {
    Notes.push_back(
        {NoticeClass::Environment,
         (Twine(Files.size()) +
          (Files.size() == 1 ? " Python file was" : " Python files were") +
          " not read: " + Why)
             .str(),
         "", 0});
    return std::string();
  };
  auto Python = sys::findProgramByName("python3");
  if (!Python)
    return Unread("no 'python3' was found");
  SmallVector<StringRef, 32> Words{"-I", "-"};
  for (const std::string &File : Files)
    Words.push_back(File);
  Expected<ProgramRun> Run = runProgram(*Python, Words, PythonScript);
  if (!Run)
    return Unread(toString(Run.takeError()));
  // Files that could not be read, one a line.
  SmallVector<StringRef, 8> Lines;
  StringRef(Run->Errors).split(Lines, '\n', -1, false);
  if (Run->ExitCode != 0)
    return Unread("'" + *Python + "' failed: " +
                  (Run->ExitCode > 0 && !Lines.empty() ? Lines.back().str()
                                                       : Run->Reason));
  for (StringRef Line : Lines)
    Notes.push_back({NoticeClass::User, ("not read: " + Line).str(), "", 0});
  return std::move(Run->Output);
}

} // namespace fencepost
