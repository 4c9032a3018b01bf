//===- python_tests.cpp - tests of extensions in Python -------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "analyzer/driver/python_tests.h"

#include "analyzer/input/plan.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace fencepost {

extern const char PythonScript[]; ///< python_tests.py.

static constexpr size_t MaxFiles = 1000;
static constexpr size_t MaxListed = 100000;
static constexpr unsigned MaxSeconds = 120;

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

namespace {
struct Scratch {
  SmallString<128> Path;
  FileRemover Remover;
  bool open() {
    if (sys::fs::createTemporaryFile("fencepost", "tmp", Path))
      return false;
    Remover.setFile(Path);
    return true;
  }
};
} // namespace

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
  Scratch In, Out, Errors;
  if (!In.open() || !Out.open() || !Errors.open())
    return Unread("no temporary file could be written (see TMPDIR)");
  {
    std::error_code EC;
    raw_fd_ostream OS(In.Path, EC);
    OS << PythonScript;
    OS.close();
    if (EC || OS.has_error()) {
      OS.clear_error();
      return Unread("no temporary file could be written (see TMPDIR)");
    }
  }
  SmallVector<StringRef, 32> Words{*Python, "-I", "-"};
  for (const std::string &File : Files)
    Words.push_back(File);
  std::optional<StringRef> Redirects[] = {
      StringRef(In.Path), StringRef(Out.Path), StringRef(Errors.Path)};
  std::string Why;
  int Code = sys::ExecuteAndWait(*Python, Words, std::nullopt, Redirects,
                                 MaxSeconds, /*MemoryLimit=*/0, &Why);
  // Files that could not be read, one a line.
  SmallVector<StringRef, 8> Lines;
  auto Said = MemoryBuffer::getFile(Errors.Path);
  if (Said)
    (*Said)->getBuffer().split(Lines, '\n', -1, false);
  if (Code != 0) {
    if (Why.empty() && !Lines.empty())
      Why = Lines.back().str();
    return Unread("'" + *Python + "' failed: " + Why);
  }
  for (StringRef Line : Lines)
    Notes.push_back({NoticeClass::User, ("not read: " + Line).str(), "", 0});
  auto Text = MemoryBuffer::getFile(Out.Path);
  return Text ? (*Text)->getBuffer().str() : Unread("there is no output");
}

} // namespace fencepost
