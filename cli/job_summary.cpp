//===- job_summary.cpp - the summary of a GitHub job ----------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "cli/job_summary.h"
#include "analyzer/report/words.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Process.h"

namespace fencepost {
namespace {

namespace fs = llvm::sys::fs;

std::string variable(const char *Name) {
  return llvm::sys::Process::GetEnv(Name).value_or("");
}

/// Empty unless the job tells all that an address needs.
std::string sourceUrl() {
  std::string Server = variable("GITHUB_SERVER_URL"),
              Repository = variable("GITHUB_REPOSITORY"),
              Commit = variable("GITHUB_SHA");
  std::string Url = Server + "/" + Repository + "/blob/" + Commit + "/";
  bool IsWhole = !Server.empty() && !Repository.empty() && !Commit.empty();
  bool IsPlain = llvm::StringRef(Url).find_first_of("\"<>\\| \r\n\t") ==
                 llvm::StringRef::npos;
  return IsWhole && IsPlain ? Url : std::string();
}

} // namespace

bool appendJobSummary(const ReportInput &In, const PathBase &Base) {
  std::string File = variable("GITHUB_STEP_SUMMARY");
  if (File.empty())
    return true;
  SummaryOptions Options{Base, sourceUrl()};
  uint64_t Size = 0;
  if (!fs::file_size(File, Size))
    Options.MaxBytes -= std::min<uint64_t>(Size, Options.MaxBytes);
  std::error_code Code;
  llvm::raw_fd_ostream OS(File, Code, fs::CD_OpenAlways, fs::FA_Write,
                          fs::OF_Append);
  if (!Code) {
    renderGithubSummary(In, Options, OS);
    OS.close();
    Code = OS.error();
    OS.clear_error();
  }
  if (Code)
    llvm::errs() << "fencepost: error: cannot write the job summary '"
                 << printable(File) << "': " << Code.message() << '\n';
  return !Code;
}

} // namespace fencepost
