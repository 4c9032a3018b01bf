//===- run_text.cpp - one text through the driver -------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "testdata/runner/run_text.h"
#include "analyzer/driver/driver.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include <cstdlib>

using namespace fencepost;
using namespace fencepost::testdata;
using llvm::StringRef;
namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

TextRun testdata::runText(const AnnotatedText &Text, StringRef FileName,
                          StringRef Origin, StringRef CudaPath) {
  TextRun Out;
  llvm::SmallString<128> Folder;
  if (fs::createUniqueDirectory("fencepost-annotations", Folder)) {
    Out.Result.Notes.push_back(
        {NoticeClass::Environment, "cannot make a temporary folder", "", 0});
    return Out;
  }
  llvm::SmallString<128> File(Folder);
  path::append(File, FileName);
  {
    std::error_code EC;
    llvm::raw_fd_ostream OS(File, EC);
    OS << Text.Stripped;
  }
  Out.Path = File.str().str();

  RunOptions Options;
  Options.Input.Paths = {Out.Path};
  Options.Input.Archs = {Text.Arch};
  Options.Lowest = Level::Note;
  Options.CudaPath = CudaPath.str();
  if (FileName.ends_with(".cu"))
    Options.Input.ExtraArguments = {"-I" + path::parent_path(Origin).str()};
  Out.Result = run(Options, [](const Unit &, size_t, size_t) {});
  fs::remove_directories(Folder);
  return Out;
}

std::string testdata::findToolkit() {
  auto Has = [](StringRef Root) {
    llvm::SmallString<128> Header(Root);
    path::append(Header, "include", "cuda.h");
    return fs::exists(Header);
  };
  for (const char *Name : {"CUDA_PATH", "CUDA_HOME"})
    if (const char *Value = std::getenv(Name); Value && Has(Value))
      return Value;
  if (Has("/usr/local/cuda"))
    return "/usr/local/cuda";
  return {};
}

/// Words of the user's in quotes may start and end as they like.
static std::string styleFault(StringRef What, StringRef Text) {
  if (Text.empty())
    return (What + " is empty").str();
  if (llvm::isUpper(Text.front()))
    return (What + " starts with a capital: " + Text).str();
  if (Text.ends_with("."))
    return (What + " ends with a full stop: " + Text).str();
  return {};
}

std::vector<std::string> testdata::styleFaults(const Finding &F) {
  std::vector<std::string> Faults;
  auto Check = [&](StringRef What, StringRef Text) {
    std::string Fault = styleFault(What, Text);
    if (!Fault.empty())
      Faults.push_back(F.Rule + ": " + Fault);
  };
  Check("message", F.Message);
  for (const Step &S : F.Steps)
    Check("step", S.Message);
  for (const std::string &Assumption : F.Assumptions)
    Check("assumption", Assumption);
  for (const Alternative &A : F.Alternatives)
    Check("alternative", A.Text);
  return Faults;
}

std::vector<std::string> testdata::gaps(const RunResult &R) {
  std::vector<std::string> Gaps;
  auto Add = [&](StringRef What, StringRef Name, StringRef Reason) {
    Gaps.push_back((What + " '" + Name + "': " + Reason).str());
  };
  for (const UnitReport &U : R.Units)
    if (U.State == UnitState::Skipped)
      Add("skipped unit", U.File, U.Reason);
    else if (U.State == UnitState::Partly)
      Add("partly analysed unit", U.File, U.Reason);
  for (const NamedReason &N : R.Partly)
    Add("partly analysed", N.Name, N.Reason);
  for (const NamedReason &N : R.Skipped)
    Add("skipped", N.Name, N.Reason);
  if (R.Units.empty())
    Gaps.push_back("no unit was read");
  for (const Notification &N : R.Notes)
    Gaps.push_back("note: " + N.Message);
  return Gaps;
}
