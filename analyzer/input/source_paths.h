//===- source_paths.h - sources that a listing names ------------*- C++ -*-===//
//
// Part of Fencepost, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `.file 1 "k.py"`: compilers write names as they were given them. A name that
// is not absolute is looked for in the working directory, then beside the
// listing; one that is in neither place stays as written.
//
//===----------------------------------------------------------------------===//
#ifndef FENCEPOST_ANALYZER_INPUT_SOURCE_PATHS_H
#define FENCEPOST_ANALYZER_INPUT_SOURCE_PATHS_H

#include "analyzer/model/files_asked.h"
#include "analyzer/model/module.h"

namespace fencepost {

/// Listing: the file that M was read from, or the container of its image; "-"
/// has no folder. Adds what was asked of the file system.
void findSources(Module &M, llvm::StringRef Listing, FilesAsked &Asked);

} // namespace fencepost

#endif
