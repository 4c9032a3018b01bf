//===- source_paths.cpp - sources that a listing names --------------------===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "analyzer/input/source_paths.h"

#include "analyzer/input/compile_database.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace fencepost {

void findSources(Module &M, StringRef Listing, FilesAsked &Asked) {
  StringRef Folder = sys::path::parent_path(Listing);
  if (Folder.empty())
    return;
  for (SourceFile &F : M.Files) {
    if (F.Path.empty() || F.Path == Listing || sys::path::is_absolute(F.Path) ||
        sys::fs::exists(F.Path))
      continue;
    SmallString<256> Beside(Folder);
    sys::path::append(Beside, F.Path);
    // Either place may have the file by the next run.
    Asked.add(absolutePath(F.Path), FileAnswer::Absent);
    if (sys::fs::is_regular_file(Beside))
      F.Path = std::string(Beside);
    else if (!sys::fs::exists(Beside))
      Asked.add(absolutePath(Beside), FileAnswer::Absent);
  }
}

} // namespace fencepost
