//===- write_file.cpp - files that are complete or absent -----------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "analyzer/driver/write_file.h"
#include "llvm/Support/FileSystem.h"

using namespace llvm;

namespace fencepost {

Error writeWholeFile(StringRef File, function_ref<void(raw_ostream &)> Write) {
  Expected<sys::fs::TempFile> Temp =
      sys::fs::TempFile::create(File + ".fencepost-%%%%%%");
  if (!Temp)
    return Temp.takeError();
  std::error_code Code;
  {
    raw_fd_ostream OS(Temp->FD, /*shouldClose=*/false);
    Write(OS);
    OS.flush();
    Code = OS.error();
    OS.clear_error(); // Else it ends the program.
  }
  if (!Code)
    return Temp->keep(File);
  consumeError(Temp->discard());
  return errorCodeToError(Code);
}

} // namespace fencepost
