//===- output_file.cpp - files that a run writes --------------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "cli/output_file.h"
#include "analyzer/driver/write_file.h"
#include "analyzer/report/words.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

namespace fencepost {

namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

static bool cannotWrite(llvm::StringRef File, const llvm::Twine &Why) {
  llvm::errs() << "fencepost: error: cannot write '" << printable(File)
               << "': " << Why << '\n';
  return false;
}

bool isReplaceable(llvm::StringRef File) {
  fs::file_status Status;
  return fs::status(File, Status) ||
         Status.type() == fs::file_type::regular_file;
}

static bool writeThrough(llvm::StringRef File,
                         llvm::function_ref<void(llvm::raw_ostream &)> Write) {
  std::error_code Code;
  llvm::raw_fd_ostream OS(File, Code, fs::CD_OpenExisting);
  if (Code)
    return cannotWrite(File, Code.message());
  Write(OS);
  OS.flush();
  Code = OS.error();
  OS.clear_error();
  return !Code || cannotWrite(File, Code.message());
}

bool writeOutput(llvm::StringRef File,
                 llvm::function_ref<void(llvm::raw_ostream &)> Write) {
  if (File.empty()) {
    Write(llvm::outs());
    llvm::outs().flush(); // The summary comes after it.
    return true;          // main() sees whether that worked.
  }
  if (!isReplaceable(File))
    return writeThrough(File, Write);
  llvm::SmallString<128> Target; // Of a link, the file behind it.
  if (fs::real_path(File, Target))
    Target = File;
  llvm::Error E = writeWholeFile(Target, Write);
  return !E || cannotWrite(File, llvm::toString(std::move(E)));
}

bool canWrite(llvm::StringRef File) {
  if (File.empty())
    return true;
  if (fs::is_directory(File))
    return cannotWrite(
        File, std::make_error_code(std::errc::is_a_directory).message());
  llvm::StringRef Place = File;
  if (isReplaceable(File)) {
    Place = path::parent_path(File);
    if (Place.empty())
      Place = ".";
  }
  std::error_code Code = fs::access(Place, fs::AccessMode::Write);
  return !Code || cannotWrite(File, Code.message());
}

bool isNoInput(llvm::StringRef File, llvm::ArrayRef<std::string> Inputs) {
  if (File.empty() || !isReplaceable(File))
    return true;
  for (const std::string &Input : Inputs) {
    bool IsSame = false;
    if (File == Input || (!fs::equivalent(File, Input, IsSame) && IsSame))
      return cannotWrite(File, "it is read as '" + Input + "'");
  }
  return true;
}

} // namespace fencepost
